import { createFileRoute } from '@tanstack/react-router'
import { homeQuery } from '#web/features/content/queries.ts'
import { HomePage } from '#web/features/home/home-page.tsx'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/')({
  staticData: { page: { name: 'home', nav: { access: 'public', key: 'h' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(homeQuery)
    void context.queryClient.prefetchQuery(catalogueQuery)
    void context.queryClient.prefetchQuery(measuresQuery)
    return loadNamespaces('home', 'pricing', 'snippets')
  },
  component: HomePage,
})
