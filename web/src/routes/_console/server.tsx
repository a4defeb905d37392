import { createFileRoute } from '@tanstack/react-router'
import { nodeHealthQuery } from '#web/features/operations/queries.ts'
import { ServerPage } from '#web/features/operations/server-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/server')({
  staticData: { page: { name: 'server', nav: { access: 'root', key: 'v' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(nodeHealthQuery)
    return loadNamespaces('table', 'operations')
  },
  component: ServerPage,
})
