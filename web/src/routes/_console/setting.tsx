import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '#web/features/account/settings-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { oneOf } from '#web/ui/table/filters.ts'

export const Route = createFileRoute('/_console/setting')({
  staticData: { page: { name: 'setting', nav: { order: 200, access: 'user', key: 's' } } },
  validateSearch: (search: Record<string, unknown>) => ({ tab: oneOf(['personal']).parse(search.tab) }),
  loader: () => loadNamespaces('table', 'form', 'personal'),
  component: SettingsPage,
})
