import { queryOptions } from '@tanstack/react-query'
import { getPriceTable } from '#contract/api/price-table.ts'
import { call } from '#web/lib/api.ts'

/** All models on offer with what prices them. */
export const priceTableQuery = queryOptions({
  queryKey: ['options', 'prices'],
  queryFn: ({ signal }) => call(getPriceTable, {}, signal),
  staleTime: 30_000,
})
