import { useTranslation } from 'react-i18next'
import type { CatalogueCard, GroupPrices } from '#contract/api/models.ts'
import { describeConditions } from '#web/features/prices/public/describe-conditions.ts'
import { formatPrice } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'

interface Props {
  card: CatalogueCard
  /** The prices without conditions: those of the same group are compared. */
  shown: GroupPrices
  /** The prices that the table has columns for. */
  names: readonly (keyof GroupPrices & PriceName)[]
}
type PriceName =
  | 'input'
  | 'output'
  | 'cache_read'
  | 'cache_write_5m'
  | 'cache_write_1h'
  | 'audio_input'
  | 'audio_output'
  | 'per_call'

/** Lists the conditions under which the prices of a group are others, each with the prices that differ. */
export function ConditionalPrices({ card, shown, names }: Props) {
  const { t } = useTranslation('models')
  const { t: ofPricing, i18n } = useTranslation('pricing')
  const status = useStatus()
  const entries = card.conditional_prices.filter(({ prices }) => prices.group === shown.group)
  if (entries.length === 0) return null
  return (
    <section className="flex flex-col gap-1 text-small">
      <h3 className="text-muted">{t('prices.conditional', { group: shown.group })}</h3>
      <ul className="flex flex-col gap-1">
        {entries.map(({ when, prices }) => {
          const differing = names.filter((name) => prices[name] !== shown[name] && prices[name] !== null)
          const words = differing.map((name) => `${t(`prices.${name}`)} ${formatPrice(Number(prices[name]), status)}`)
          return (
            <li key={JSON.stringify(when)} className="flex flex-wrap justify-between gap-x-4">
              <span>{describeConditions(when, ofPricing, i18n.language)}</span>
              <span className="tabular-nums">{words.join(' · ')}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
