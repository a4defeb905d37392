import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { Shell } from '#web/features/shell/shell.tsx'
import { OverlayHost } from '#web/ui/overlay.tsx'

interface Context {
  queryClient: QueryClient
  /** Loads the pages behind the login if `path` may be one of those that are not known yet. */
  morePages: (path: string) => Promise<void> | undefined
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: ({ context, location: { pathname, href } }) =>
    context.morePages(pathname)?.then(() => {
      throw redirect({ href, replace: true })
    }),
  component: () => (
    <>
      <Shell>
        <Outlet />
      </Shell>
      <OverlayHost />
    </>
  ),
})
