import { createRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Access } from '#contract/api/endpoint.ts'
import type { Status } from '#contract/api/site.ts'
import { loadConsoleFrame } from './console-frame.ts'
import { BareError } from './features/shell/bare-error.tsx'
import { PageSkeleton } from './features/shell/page-skeleton.tsx'
import { createQueryClient } from './lib/query.ts'
import { expireSession } from './lib/session.ts'
import { urlSearch } from './lib/url/url-search.ts'
import type shell from './locales/zh/shell.json'
import { routeTree } from './routeTree.gen.ts'
import { showFailure } from './ui/toast/show-failure.ts'

const PageError = lazy(() =>
  import('./console-parts.ts').then(
    ({ PageError }) => ({ default: PageError }),
    () => ({ default: BareError }),
  ),
)
const NotFoundPage = lazy(() => import('./features/shell/not-found.tsx'))

/** Metadata of a page, used by navigation, palette, document title and `g` keys. */
export interface PageInfo {
  /** Key of its name in the `shell` catalogue, under `page`. */
  name: keyof (typeof shell)['page']
  /** Route parameter with which the document's title begins, instead of the page's name. */
  titleFrom?: string
  /** Who may open a page that is not in the navigation; users by default. */
  access?: Access
  /** Set for pages in the navigation; their places are in features/shell/sections.ts. */
  nav?: {
    access: Access
    /** Second key of its `g` sequence. */
    key?: string
    /** Shown only when this flag of the public status is on. */
    feature?: keyof Status
  }
}

/** Creates router and query cache together, since an expired session must navigate. */
export function createConsole() {
  const queryClient = createQueryClient({
    onExpired() {
      expireSession()
      const { href, pathname } = router.state.location
      if (pathname === '/login') return
      // Forms keep a draft, so leaving them without a confirmation loses nothing.
      void router.navigate({ to: '/login', search: { expired: true, return: href }, ignoreBlocker: true })
    },
    onFactorMissing() {
      if (router.state.location.pathname !== '/enrol') void router.navigate({ to: '/enrol', ignoreBlocker: true })
    },
    onFailed: showFailure,
  })
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      loadFrame: (): Promise<void> => loadConsoleFrame(router),
      isKnown: (path: string): boolean => router.getMatchedRoutes(path)[2] !== undefined,
    },
    ...urlSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: (problem) => (
      <Suspense fallback={<PageSkeleton />}>
        <PageError {...problem} />
      </Suspense>
    ),
    defaultNotFoundComponent: () => (
      <Suspense fallback={<PageSkeleton />}>
        <NotFoundPage />
      </Suspense>
    ),
    scrollRestoration: true,
  })
  return { router, queryClient }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsole>['router']
  }
  interface StaticDataRouteOption {
    page?: PageInfo
  }
}
