import { createFileRoute } from '@tanstack/react-router'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { ModelsPage } from '#web/features/models/models-page.tsx'
import { parseModelsSearch } from '#web/features/models/models-search.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/models/')({
  staticData: { page: { name: 'models', nav: { access: 'public', key: 'f' } } },
  validateSearch: parseModelsSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(catalogueQuery)
    void context.queryClient.prefetchQuery(measuresQuery)
    return loadNamespaces('table', 'pricing', 'models')
  },
  component: () => <ModelsPage />,
})
