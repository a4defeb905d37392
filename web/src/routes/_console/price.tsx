import { createFileRoute } from '@tanstack/react-router'
import { priceTableQuery } from '#web/features/prices/list/price-query.ts'
import { parsePriceSearch } from '#web/features/prices/list/price-search.ts'
import { PricesPage } from '#web/features/prices/list/prices-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

export const Route = createFileRoute('/_console/price')({
  staticData: { page: { name: 'price', nav: { access: 'root', key: 'e' } } },
  validateSearch: parsePriceSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(priceTableQuery)
    return loadNamespaces('prices', 'table', 'form')
  },
  component: PricesPage,
})
