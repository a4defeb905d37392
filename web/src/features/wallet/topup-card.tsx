import { useQueries } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfferedPaymentMethod } from '#contract/api/site.ts'
import { cx } from '#web/lib/cx.ts'
import {
  currencyOf,
  DASH,
  formatQuota,
  fullNumber,
  type QuotaDisplay,
  shortNumber,
  withSymbol,
} from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Presets } from '#web/ui/form/fields/presets.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { amountProblem, leastAmount, namedAmount, usualAmounts, worthOfAmount } from './amounts.ts'
import { lookOf, pricedMethods, termsOf, USUAL_METHODS, useMethodText } from './methods.ts'
import { paymentFailure } from './payment-call.ts'
import { priceQuery } from './queries.ts'

const PayDialog = lazy(() => import('./pay-dialog.tsx'))
/** Smaller amounts are raised to this; `MinTopUp` may require more. */
const LEAST = 1

/** Buys quota at a payment gateway. `onStarted` receives the number of the order whose payment was started. */
export function TopUpCard({ onStarted }: { onStarted: (tradeNo: string) => void }) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const id = useId()
  const [amount, setAmount] = useState<number | null>(() => leastAmount(status))
  const offered = status.payment_methods ?? []
  const enabled = offered.length > 0
  const methods = enabled ? offered : USUAL_METHODS
  const problem = useProblem(amount)
  const prices = usePrices(enabled && !problem ? amount : null, offered)
  const methodText = useMethodText()
  const shown = (value: number) => formatQuota(worthOfAmount(value, status), status)
  const least = leastAmount(status)

  const whyNot = (method: OfferedPaymentMethod) => {
    if (!enabled) return t('topup.disabled')
    const price = prices.get(termsOf(method))
    return problem ?? price?.error ?? (price?.money ? null : t('topup.priceWait'))
  }
  const nameOf = ({ id: method, name }: OfferedPaymentMethod) => name || methodText(method)
  const start = async (method: OfferedPaymentMethod) => {
    const money = prices.get(termsOf(method))?.money
    if (amount === null || !money) return
    const { id: chosen, currency } = method
    const named = { amount: namedAmount(amount, status), worth: shown(amount) }
    const order = { ...named, money, currency, method: chosen, methodName: nameOf(method) }
    const tradeNo = await openOverlay<string | null>((close) => <PayDialog order={order} onClose={close} />)
    if (tradeNo) onStarted(tradeNo)
  }
  const known = [...prices.values()]
  const failure = known.find(({ error }) => error)?.error ?? null
  const amounts = known.flatMap(({ money, currency }) => (money ? [paidText({ money: Number(money), currency })] : []))
  const choices = usualAmounts(status).map((value) => ({ label: chipLabel(value, status), value }))
  return (
    <Card title={t('topup.title')}>
      {!enabled && (
        <Banner tone="info" action={<OpenSetting option="PayAddress" />}>
          {t('topup.disabled')}
        </Banner>
      )}
      <div>
        <label htmlFor={id} className="mb-1 block">
          {t('topup.amount')}
        </label>
        <NumberField
          id={id}
          value={amount}
          onChange={setAmount}
          onBlur={() => {
            if (amount !== null && amount < LEAST) setAmount(LEAST)
          }}
          min={LEAST}
          step={least}
          unit={unitOf(status) ?? t('topup.units')}
          disabled={!enabled}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={enabled && (problem !== null || failure !== null)}
        />
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger text-small empty:hidden">
          {enabled && (problem ?? failure)}
        </p>
        <p id={`${id}-hint`} className="mt-1 text-muted text-small">
          {t('topup.least', { amount: shown(least) })}
        </p>
        {enabled && (
          <div className="mt-2">
            <Presets label={t('topup.presets')} options={choices} chosen={amount ?? undefined} onChoose={setAmount} />
          </div>
        )}
      </div>
      <p className="flex items-baseline gap-2" aria-live="polite">
        <span className="text-muted">{t('topup.pay')}</span>
        <span className="font-strong text-lead tabular-nums">{amounts.join(' / ') || DASH}</span>
      </p>
      <MethodButtons methods={methods} nameOf={nameOf} whyNot={whyNot} onChoose={(method) => void start(method)} />
    </Card>
  )
}

interface MethodButtonsProps {
  methods: readonly OfferedPaymentMethod[]
  nameOf: (method: OfferedPaymentMethod) => string
  /** Why a method cannot be chosen now; null = it can. */
  whyNot: (method: OfferedPaymentMethod) => string | null
  onChoose: (method: OfferedPaymentMethod) => void
}

function MethodButtons({ methods, nameOf, whyNot, onChoose }: MethodButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {methods.map((method) => (
        <Button
          key={method.id}
          variant="primary"
          className={cx('min-w-28 max-sm:flex-1', !whyNot(method) && lookOf(method.id))}
          disabledReason={whyNot(method)}
          onClick={() => onChoose(method)}
        >
          {nameOf(method)}
        </Button>
      ))}
    </div>
  )
}

const chipLabel = (value: number, display: QuotaDisplay) =>
  display.display_in_currency ? withSymbol(fullNumber(value), display) : shortNumber(value)

/** Dollars are typed without a unit; undefined where quota units are. */
function unitOf(display: QuotaDisplay): string | undefined {
  const currency = currencyOf(display)
  return display.display_in_currency ? (currency === 'USD' ? '' : currency) : undefined
}

/** Returns the error text of an amount. */
function useProblem(amount: number | null) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const kind = amountProblem(amount, status)
  const texts = {
    missing: () => t('topup.missing'),
    whole: () => t('topup.whole'),
    low: () => t('topup.low', { min: leastAmount(status) }),
    high: () => t('topup.high'),
  }
  return kind && texts[kind]()
}

const TYPING_MS = 300

/** The price of an amount by a payment method. */
interface MethodPrice {
  /** With two decimals; null = not known. */
  money: string | null
  /** Why there is none, localised; null while it is awaited. */
  error: string | null
  currency: string
}

/** Returns the prices of an amount by terms once typing pauses; never those of another amount. */
function usePrices(amount: number | null, methods: readonly OfferedPaymentMethod[]): Map<string, MethodPrice> {
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
