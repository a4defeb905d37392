import { createFileRoute } from '@tanstack/react-router'
import { MovePage } from '#web/features/move-in/move-page.tsx'
import { importQuery } from '#web/features/move-in/queries.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/move')({
  staticData: { page: { name: 'move', nav: { access: 'root' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(importQuery)
    return loadNamespaces('moveIn', 'table')
  },
  component: MovePage,
})
