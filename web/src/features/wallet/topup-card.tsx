import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { useSettled } from '#web/lib/use-debounced.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Presets } from '#web/ui/form/fields/presets.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { amountProblem, leastAmount, usualAmounts, worthOfAmount } from './amounts.ts'
import { METHODS, type Method } from './methods.ts'
import { paymentFailure } from './payment-call.ts'
import { priceQuery } from './queries.ts'

const PayDialog = lazy(() => import('./pay-dialog.tsx'))
const TYPING_MS = 300
/** Smaller amounts are raised to this; `MinTopUp` may require more. */
const LEAST = 1

/** Buys quota at a payment gateway. `onStarted` receives the number of the order whose payment was started. */
export function TopUpCard({ onStarted }: { onStarted: (tradeNo: string) => void }) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const id = useId()
  const [amount, setAmount] = useState<number | null>(() => leastAmount(status))
  const enabled = status.enable_online_topup === true
  const problem = useProblem(amount)
  const price = usePrice(enabled && !problem ? amount : null)
  const shown = (value: number) => formatQuota(worthOfAmount(value, status), status)
  const least = leastAmount(status)

  const why = !enabled ? t('topup.disabled') : (problem ?? price.error ?? (price.text ? null : t('topup.priceWait')))
  const start = async (method: Method) => {
    if (amount === null || price.text === null) return
    const order = { amount, worth: shown(amount), price: price.text, method }
    const tradeNo = await openOverlay<string | null>((close) => <PayDialog order={order} onClose={close} />)
    if (tradeNo) onStarted(tradeNo)
  }
  const choices = usualAmounts(status).map((value) => ({ label: chipLabel(value, shown(value)), value }))
  return (
    <Card title={t('topup.title')}>
      {!enabled && <Banner tone="info">{t('topup.disabled')}</Banner>}
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
          unit={status.display_in_currency ? undefined : t('topup.units')}
          disabled={!enabled}
          aria-describedby={`${id}-hint ${id}-error`}
          aria-invalid={enabled && (problem !== null || price.error !== null)}
        />
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger text-small empty:hidden">
          {enabled && (problem ?? price.error)}
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
        <span className="font-strong text-lead tabular-nums">
          {price.text === null ? '—' : t('topup.yuan', { money: price.text })}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {METHODS.map(({ id: method, text, look }) => (
          <Button
            key={method}
            variant="primary"
            className={cx('min-w-28 max-sm:flex-1', !why && look)}
            disabledReason={why}
            onClick={() => void start(method)}
          >
            {t(text)}
          </Button>
        ))}
      </div>
    </Card>
  )
}

const chipLabel = (value: number, shown: string) => (shown.startsWith('$') ? `$${fullNumber(value)}` : shown)

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

/** Returns the price of an amount once typing pauses; never that of another amount. */
function usePrice(amount: number | null) {
  const { t } = useTranslation('wallet')
  const settled = useSettled(amount, TYPING_MS)
  const ready = settled !== null && settled === amount
  const { data, error, isFetching } = useQuery({ ...priceQuery(settled ?? 0), enabled: ready })
  const refused = (message: string) => t('topup.priceFailed', { message })
  const failure = ready && error ? paymentFailure(error, refused) : null
  return { text: ready && !isFetching && !error ? (data ?? null) : null, error: failure }
}
