import type { AnyRouter } from '@tanstack/react-router'
import type { ResourceKey } from 'i18next'
import { followRecent } from './features/palette/follow-recent.ts'
import { askForProof } from './features/session/ask-for-proof.tsx'
import CountWatch from './features/setup/count-watch.tsx'
import { FirstRun } from './features/setup/first-run.tsx'
import { BottomBar } from './features/shell/bottom-bar.tsx'
import { FeatureOff } from './features/shell/feature-off.tsx'
import { LowBalance } from './features/shell/low-balance.tsx'
import { PageError } from './features/shell/page-error.tsx'
import { PasswordWarning } from './features/shell/password-warning.tsx'
import { SectionTabs } from './features/shell/section-tabs.tsx'
import { ShellActions } from './features/shell/shell-actions.ts'
import { Sidebar } from './features/shell/sidebar.tsx'
import { UserButton } from './features/shell/user-button.tsx'
import { setProofRequest } from './lib/api.ts'
import { followLanguage } from './lib/follow-language.ts'
import { keepPresses } from './lib/kept-press.ts'
import { listenForKeys } from './lib/keys/key-listener.ts'
import type { Language } from './lib/language.ts'
import type OptionCatalogue from './locales/zh/options.json'
import { routeTree } from './routeTree.gen.ts'
import { resetOnUserChange } from './ui/form/reset-on-user-change.ts'

// The part of the frame that only members need. They download it before the first paint.

export { PageError }

/** Adds members' pages to the router, which begins with visitors' pages alone, and follows keys, presses and other tabs. */
export function start(router: AnyRouter) {
  router.options.routeTree = routeTree
  router.setRoutes(router.buildRouteTree())
  listenForKeys()
  keepPresses()
  setProofRequest(askForProof)
  followLanguage()
  resetOnUserChange(router.options.context.queryClient)
  followRecent(router)
}

/** All texts by language and namespace, each in a separate file: a page downloads only its own. */
export const texts: Record<string, () => Promise<{ default: ResourceKey }>> = {
  ...import.meta.glob<{ default: ResourceKey }>([
    './locales/*/*.json',
    '!./locales/*/{common,login,options,shell}.json',
  ]),
  './locales/zh/options.json': () => optionTexts('zh', import('./locales/zh/options.json')),
  './locales/en/options.json': () => optionTexts('en', import('./locales/en/options.json')),
}

async function optionTexts(language: Language, loading: Promise<{ default: typeof OptionCatalogue }>) {
  const [catalogue, { addGatewayTexts }] = await Promise.all([loading, import('./lib/gateway-texts.ts')])
  return { default: addGatewayTexts(catalogue.default, language) }
}

/** The frame around the pages, as far as visitors do not see it, and what answers to keys. */
export const frame = {
  BottomBar,
  CountWatch,
  FeatureOff,
  FirstRun,
  LowBalance,
  PasswordWarning,
  SectionTabs,
  ShellActions,
  Sidebar,
  UserButton,
}

/** What opens over a page. */
export const overlays = {
  changePassword: () => import('./features/session/change-password.tsx'),
  palette: () => import('./features/palette/palette.tsx'),
  shortcuts: () => import('./features/palette/shortcut-sheet.tsx'),
}
