import type { AnyRouter } from '@tanstack/react-router'
import type { ResourceKey } from 'i18next'
import { BottomBar } from './features/shell/bottom-bar.tsx'
import { PageError } from './features/shell/page-error.tsx'
import { PasswordWarning } from './features/shell/password-warning.tsx'
import { ShellActions } from './features/shell/shell-actions.ts'
import { Sidebar } from './features/shell/sidebar.tsx'
import { UserButton } from './features/shell/user-button.tsx'
import { followLanguage } from './lib/follow-language.ts'
import { idle } from './lib/idle.ts'
import { listenForKeys } from './lib/key-listener.ts'
import { optionalPart } from './lib/lazy-part.ts'
import { followUsers } from './lib/next-user.ts'
import './routeTree.gen.ts'

// Whoever is logged in downloads this before the first paint, others while the browser has nothing else to do. Whatever
// names many files belongs here: the names alone are a weight that public pages need not carry.

export { PageError }

/** Begins to follow what happens to the page: keys, and what other tabs do. */
export function listen(router: AnyRouter) {
  listenForKeys()
  followLanguage()
  followUsers(router.options.context.queryClient)
  // The palette can do without.
  void idle()
    .then(() => import('./features/palette/follow-recent.ts'))
    .then(({ followRecent }) => followRecent(router))
    .catch(() => {})
}

/** Every catalogue by its path. One chunk each: a page downloads its own texts in one language only. */
export const catalogues = import.meta.glob<{ default: ResourceKey }>('./locales/*/*.json')

const CountWatch = optionalPart(() => import('./features/setup/count-watch.tsx'))

/** The frame around the pages, as far as visitors do not see it, and what answers to keys. */
export const frame = { BottomBar, CountWatch, PasswordWarning, ShellActions, Sidebar, UserButton }

/** What opens over a page. */
export const overlays = {
  changePassword: () => import('./features/session/change-password.tsx'),
  palette: () => import('./features/palette/palette.tsx'),
  shortcuts: () => import('./features/palette/shortcut-sheet.tsx'),
}
