import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Shell } from '#web/features/shell/shell.tsx'
import { OverlayHost } from '#web/ui/overlay/overlay.tsx'

interface Context {
  queryClient: QueryClient
  /** Loads the parts of the frame that only members see. */
  loadFrame: () => Promise<void>
}

export const Route = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Shell>
        <Outlet />
      </Shell>
      <OverlayHost />
    </>
  ),
})
