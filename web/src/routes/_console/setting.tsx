import { createFileRoute } from '@tanstack/react-router'
import { loadSettings } from '#web/features/settings/load-settings.ts'
import { parseSettingsSearch } from '#web/features/settings/options/settings-search.ts'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'

export const Route = createFileRoute('/_console/setting')({
  staticData: { page: { name: 'setting', nav: { access: 'user', key: 's' } } },
  validateSearch: parseSettingsSearch,
  loaderDeps: ({ search: { tab, section, q } }) => ({ tab, section, ...(q && { q: 'any' }) }),
  loader: ({ context, deps }) => loadSettings(context.queryClient, deps),
  component: SettingsPage,
})
