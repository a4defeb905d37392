import type { QueryClient } from '@tanstack/react-query'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import type { SettingsSearch } from './options/settings-search.ts'

/** Prefetches the data of a settings tab; the options only for root. */
export async function loadSettings(client: QueryClient, { tab, section, q }: SettingsSearch): Promise<void> {
  if (!tab || !allows('root', getStored('user'))) {
    void import('#web/features/account/personal-settings.tsx')
    void import('#web/features/tokens/token-list.ts').then(({ modelsQuery }) => client.prefetchQuery(modelsQuery))
    return loadNamespaces('settings', 'personal', 'form', 'table')
  }
  void import('./root-settings.tsx')
  if (q || section) void import('./saving/save-bar.tsx')
  if (q) void import('./sections/found-options.tsx')
  else if (section) void import('./sections/section-list.tsx')
  void import('./drafts/option-queries.ts').then(({ optionsQuery }) => client.prefetchQuery(optionsQuery))
  return loadNamespaces('settings', 'options', 'personal', 'form', 'table')
}
