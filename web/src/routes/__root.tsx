import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { Shell } from '#web/features/shell/shell.tsx'
import { OverlayHost } from '#web/ui/overlay/overlay.tsx'

interface Context {
  queryClient: QueryClient
  /** Loads the parts of the frame that only members see. */
  loadFrame: () => Promise<void>
  /** Whether the router has a page at an address; members' pages come with the members' frame. */
  isKnown: (path: string) => boolean
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ context, location: { pathname, href } }) => {
    if (context.isKnown(pathname)) return
    await context.loadFrame()
    if (context.isKnown(pathname)) throw redirect({ href, replace: true })
  },
  component: () => (
    <>
      <Shell>
        <Outlet />
      </Shell>
      <OverlayHost />
    </>
  ),
})
