import { createFileRoute } from '@tanstack/react-router'
import { OwnPage } from '#web/features/alerts/own-page.tsx'
import { ownSinksQuery } from '#web/features/alerts/sink-places.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/notifications')({
  staticData: { page: { name: 'notifications' } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(ownSinksQuery)
    return loadNamespaces('table', 'alerts')
  },
  component: OwnPage,
})
