import { createFileRoute } from '@tanstack/react-router'
import { DocsPage } from '#web/features/docs/docs-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/docs/')({
  staticData: { page: { name: 'docs', nav: { access: 'public' } } },
  // The page asks for its text itself: a query here would be downloaded on every page.
  loader: () => loadNamespaces('table', 'docs'),
  component: DocsPage,
})
