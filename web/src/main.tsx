import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { arrivedInvite } from './lib/arrival.ts'
import { listenForKeys } from './lib/hotkeys.ts'
import { startI18n } from './lib/i18n.ts'
import { setStored } from './lib/storage.ts'
import { followTheme } from './lib/theme.ts'
import { createConsole } from './router.tsx'
import './styles/app.css'
import { ToastHost } from './ui/toast.tsx'
import { TooltipHost } from './ui/tooltip.tsx'

followTheme()
listenForKeys()
const invite = arrivedInvite()
if (invite) setStored('aff', invite)
await startI18n()

const { router, queryClient } = createConsole()
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <TooltipHost />
        <ToastHost />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
