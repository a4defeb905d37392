import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConsoleFrame, loadConsoleFrameOnKey } from './console-frame.ts'
import { BareError } from './features/shell/bare-error.tsx'
import { startI18n } from './lib/i18n.ts'
import { keepInjectedStatus } from './lib/status.ts'
import { getStored, setStored } from './lib/storage.ts'
import { followTheme } from './lib/theme.ts'
import { initialInvite } from './lib/url/initial-search.ts'
import { createConsole } from './router.tsx'
import './styles/app.css'
import { ToastHost } from './ui/toast/toast.tsx'
import { TooltipHost } from './ui/tooltip-host.tsx'

followTheme()
keepInjectedStatus()
const invite = initialInvite()
if (invite) setStored('aff', invite)

const { router, queryClient } = createConsole()
// A page that needs the frame loads it again, and shows the failure.
const loadFrame = () => loadConsoleFrame(router).catch(() => {})
if (!getStored('user')) loadConsoleFrameOnKey(router)
void start()

/** No await at the top level: the frame's file imports this one, and each would wait for the other. */
async function start() {
  await Promise.all([startI18n(), getStored('user') && loadFrame()])

  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CSPProvider nonce={nonce}>
        <QueryClientProvider client={queryClient}>
          <CatchBoundary getResetKey={() => router.state.location.href} errorComponent={BareError}>
            <RouterProvider router={router} />
          </CatchBoundary>
          <TooltipHost />
          <ToastHost />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
