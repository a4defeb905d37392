import { createFileRoute } from '@tanstack/react-router'
import { StatusPage } from '#web/features/status/status-page.tsx'
import { parseStatusSearch } from '#web/features/status/status-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/status')({
  staticData: {
    page: { name: 'status', nav: { access: 'public', feature: 'status_page_enabled' } },
  },
  validateSearch: parseStatusSearch,
  // The page asks for the state itself: a query here would be downloaded on every page.
  loader: () => loadNamespaces('table', 'pricing', 'models', 'status'),
  component: StatusPage,
})
