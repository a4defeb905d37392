import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { self } from '#contract/api/session.ts'
import { getStatus, type Status, status as statusSchema } from '#contract/api/site.ts'
import { type User, user as userSchema } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { loadConsoleFrame } from '#web/console-frame.ts'
import { setLanguage } from '#web/lib/i18n.ts'
import type { Language } from '#web/lib/language.ts'
import { setUser } from '#web/lib/session.ts'
import { createConsole } from '#web/router.tsx'
import { routeTree } from '#web/routeTree.gen.ts'
import { OverlayHost } from '#web/ui/overlay/overlay.tsx'
import { ToastHost } from '#web/ui/toast/toast.tsx'
import { TooltipHost } from '#web/ui/tooltip-host.tsx'
import { answer } from './api.ts'
import { STATUS } from './draw.tsx'
import { sampleOf } from './sample.ts'

type Console = ReturnType<typeof createConsole>

interface Options {
  as?: Partial<User>
  language?: Language
  /** What the server says of itself. */
  status?: Partial<Status>
  /** With navigation, palette and what else stands around every page; without it a page is there sooner. */
  frame?: boolean
}

const framed = routeTree.options.component
const Bare = () => (
  <>
    <Outlet />
    <OverlayHost />
  </>
)

let opened: (Console & { root: Root }) | undefined

/** Opens a page of the console as root, with routes, cache and messages as in the browser. */
export async function openConsole(path: string, { as, status, language = 'en', frame = false }: Options = {}) {
  closeConsole()
  if (language !== 'en') await setLanguage(language)
  const user = { ...sampleOf(userSchema), id: 1, username: 'root', role: ROLE.root, status: 1, group: 'default', ...as }
  setUser(user)
  answer(getStatus, () => ({ data: { ...sampleOf(statusSchema), ...STATUS, ...status } }))
  answer(self, () => ({ data: { ...user, has_password: true, second_factor: false } }))
  routeTree.options.component = frame ? framed : Bare
  const { router, queryClient } = createConsole()
  // The first entry is what `closeConsole` goes back to.
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: ['/docs', path], initialIndex: 1 }),
  } as Parameters<typeof router.update>[0])
  await loadConsoleFrame(router)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  opened = { router, queryClient, root }
  const view = (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <TooltipHost />
      <ToastHost />
    </QueryClientProvider>
  )
  root.render(view)
  return {
    router,
    queryClient,
    /** Path and query, as in the address bar. */
    address: () => router.history.location.href,
    /** What a reload does: everything but the browser's storage begins anew. */
    reload: async () => {
      const { href } = router.history.location
      return openConsole(href, { as, status, language, frame })
    },
  }
}

/** Leaves the page as the back button does, which closes what is open over it. */
export function closeConsole(): void {
  const console = opened
  opened = undefined
  if (!console) return
  const { history } = console.router
  history.go(-history.location.state.__TSR_index, { ignoreBlocker: true })
  console.root.unmount()
  console.queryClient.clear()
}
