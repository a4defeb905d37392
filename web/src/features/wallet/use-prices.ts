import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OfferedPaymentMethod } from '#contract/api/site.ts'
import { useStatus } from '#web/lib/status.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { namedAmount } from './amounts.ts'
import { pricedMethods, termsOf } from './methods.ts'
import { paymentFailure } from './payment-call.ts'
import { priceQuery } from './queries.ts'

const TYPING_MS = 300

/** The price of an amount by a payment method. */
export interface MethodPrice {
  /** With two decimals; null = not known. */
  money: string | null
  /** Why there is none, localised; null while it is awaited. */
  error: string | null
  currency: string
}

/** Returns the prices of an amount by terms once typing pauses; never those of another amount. */
export function usePrices(amount: number | null, methods: readonly OfferedPaymentMethod[]): Map<string, MethodPrice> {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const settled = useDebounced(amount, TYPING_MS)
  const ready = settled !== null && settled === amount
  const priced = pricedMethods(methods)
  const answers = useQueries({
    queries: priced.map(({ id }) => ({ ...priceQuery(namedAmount(settled ?? 0, status), id), enabled: ready })),
  })
  const refused = (message: string) => t('topup.priceFailed', { message })
  return new Map(
    priced.map((method, index) => {
      const { data, error, isFetching } = answers[index] ?? {}
      const money = ready && !isFetching && !error ? (data ?? null) : null
      const failure = ready && error ? paymentFailure(error, refused) : null
      return [termsOf(method), { money, error: failure, currency: method.currency }]
    }),
  )
}
