import { createFileRoute } from '@tanstack/react-router'
import { aboutQuery } from '#web/features/content/queries.ts'
import { AboutPage } from '#web/features/home/about-page.tsx'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { measuresQuery } from '#web/features/models/measures-query.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/about')({
  staticData: { page: { name: 'about' } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(aboutQuery)
    void context.queryClient.prefetchQuery(catalogueQuery)
    void context.queryClient.prefetchQuery(measuresQuery)
    return loadNamespaces('home')
  },
  component: AboutPage,
})
