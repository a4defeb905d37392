import { createFileRoute } from '@tanstack/react-router'
import { ModelPage } from '#web/features/models/model-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/models/$')({
  // Names of models contain slashes.
  staticData: { page: { name: 'model', titleFrom: '_splat' } },
  // The page asks for its model itself: a query here would be downloaded on every page.
  loader: () => loadNamespaces('table', 'pricing', 'snippets', 'models'),
  component: ModelPage,
})
