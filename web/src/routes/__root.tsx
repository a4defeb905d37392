import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Shell } from '#web/features/shell/shell.tsx'
import { OverlayHost } from '#web/ui/overlay.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: () => (
    <>
      <Shell>
        <Outlet />
      </Shell>
      <OverlayHost />
    </>
  ),
})
