import { useTranslation } from 'react-i18next'
import type { SyncChange } from '#contract/api/price-sync.ts'
import { LIST_COMPONENTS } from '#contract/prices/sync/synced-prices.ts'
import { formatChange, fullNumber } from '#web/lib/format.ts'
import { priceText } from '#web/lib/format-prices.ts'

type Step = SyncChange['steps'][number]

const TIER = 'tier:'

/** What a price is for: a component, a call or a service tier, and for which prompts and answers. */
export function StepName({ step: { of, above, with_reasoning } }: { step: Step }) {
  const { t } = useTranslation('priceSync')
  const component = LIST_COMPONENTS.find((name) => name === of)
  const name = of.startsWith(TIER)
    ? t('tier', { tier: of.slice(TIER.length) })
    : component
      ? t(`component.${component}`)
      : t('perCall')
  return (
    <>
      {name}
      {above > 0 && ` · ${t('above', { tokens: fullNumber(above) })}`}
      {with_reasoning && ` · ${t('withReasoning')}`}
    </>
  )
}

/** The price before and after, and the change in percent. */
export function StepPrices({ step: { of, before, after } }: { step: Step }) {
  const { t } = useTranslation('priceSync')
  const text = (price: string | null) =>
    price === null ? t('none') : of.startsWith(TIER) ? `×${price}` : priceText(Number(price), 'USD')
  const change = before !== null && after !== null && Number(before) > 0 ? Number(after) / Number(before) - 1 : null
  return (
    <>
      <del className="text-muted no-underline">{text(before)}</del>
      <span aria-hidden> → </span>
      <span className="sr-only">{t('to')}</span>
      <ins className="font-strong no-underline">{text(after)}</ins>
      {change !== null && (
        <span className={change > 0 ? 'text-danger' : 'text-success'}> {formatChange(change * 100)}</span>
      )}
    </>
  )
}
