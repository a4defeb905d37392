import { createFileRoute } from '@tanstack/react-router'
import { ordersQuery } from '#web/features/orders/order-list.ts'
import { orderList } from '#web/features/orders/order-search.ts'
import { OrdersPage } from '#web/features/orders/orders-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { parseListSearch } from '#web/ui/table/search/list-search.ts'
import { listStateOf } from '#web/ui/table/search/use-list.ts'

export const Route = createFileRoute('/_console/order')({
  staticData: { page: { name: 'order', nav: { access: 'admin', key: 'b' } } },
  validateSearch: (search: Record<string, unknown>) => parseListSearch(orderList, search),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(ordersQuery(listStateOf(orderList, deps)))
    return loadNamespaces('table', 'orders', 'wallet', 'logs', 'users')
  },
  component: OrdersPage,
})
