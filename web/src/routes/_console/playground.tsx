import { createFileRoute } from '@tanstack/react-router'
import { PlaygroundPage } from '#web/features/playground/playground-page.tsx'
import { groupsQuery, pricesQuery } from '#web/features/playground/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/playground')({
  staticData: { page: { name: 'playground', nav: { order: 12, access: 'user', key: 'p' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricesQuery)
    void context.queryClient.prefetchQuery(groupsQuery)
    return loadNamespaces('playground')
  },
  component: PlaygroundPage,
})
