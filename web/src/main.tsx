import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { addConsolePages, mayBeConsolePage } from './console-pages.ts'
import { BareError } from './features/shell/bare-error.tsx'
import { arrivedInvite } from './lib/arrival.ts'
import { startI18n } from './lib/i18n.ts'
import { idle } from './lib/idle.ts'
import { keepInjectedStatus } from './lib/status.ts'
import { getStored, setStored } from './lib/storage.ts'
import { followTheme } from './lib/theme.ts'
import { createConsole } from './router.tsx'
import './styles/app.css'
import { ToastHost } from './ui/toast.tsx'
import { TooltipHost } from './ui/tooltip.tsx'

followTheme()
keepInjectedStatus()
const invite = arrivedInvite()
if (invite) setStored('aff', invite)

const { router, queryClient } = createConsole()
/** A failure is told by the page that asks again. */
const addPages = () => addConsolePages(router).catch(() => {})
const isMember = getStored('user') !== null || mayBeConsolePage(router, location.pathname)
await Promise.all([startI18n(), isMember && addPages()])

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider nonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <CatchBoundary getResetKey={() => router.state.location.href} errorComponent={BareError}>
          <RouterProvider router={router} />
        </CatchBoundary>
        <Suspense>
          <TooltipHost />
        </Suspense>
        <ToastHost />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

void idle().then(addPages)
