import { createFileRoute } from '@tanstack/react-router'
import { SyncPage } from '#web/features/prices/sync/sync-page.tsx'
import { priceSyncQuery } from '#web/features/prices/sync/sync-query.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/price_/sync')({
  staticData: { page: { name: 'priceSync', nav: { access: 'root' } } },
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(priceSyncQuery)
    return loadNamespaces('priceSync', 'table')
  },
  component: SyncPage,
})
