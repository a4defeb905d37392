import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PriceSync } from '#contract/api/price-sync.ts'
import { getPriceSync } from '#contract/api/price-sync.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'

/** The price sync with the changes that wait. Below the prices, which every step of it changes. */
export const priceSyncQuery = queryOptions({
  queryKey: ['options', 'prices', 'sync'],
  queryFn: ({ signal }) => call(getPriceSync, {}, signal),
})

/** A step of the sync: every call answers with the new state, and all that shows prices is read again. */
export function useSyncStep<Input>(step: (input: Input) => Promise<PriceSync>, done?: (state: PriceSync) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (state) => {
      client.setQueryData(priceSyncQuery.queryKey, state)
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'sync'
      void refresh(client, { queryKey: ['options'], predicate: isOther })
      done?.(state)
    },
  })
}
