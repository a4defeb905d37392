import { useTranslation } from 'react-i18next'
import type { CatalogueCard, GroupPrices } from '#contract/api/models.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH } from '#web/lib/format.ts'
import { formatPrice, formatRatio, priceCurrency, shortRatio } from '#web/lib/format-prices.ts'
import { useStatus } from '#web/lib/status.ts'
import { Card } from '#web/ui/card.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { ConditionalPrices } from './conditional-prices.tsx'

const PER_TOKEN = [
  'input',
  'output',
  'cache_read',
  'cache_write_5m',
  'cache_write_1h',
  'audio_input',
  'audio_output',
] as const

interface PricesCardProps {
  /** With the prices that the reader pays. */
  card: CatalogueCard
  /** The reader's group. */
  own: string
  /** The reader's own ratio, which the prices include; 1 = none. */
  userRatio: number
}

/** Whether a component has a separate price: input price applies to the cache of a vendor that lists none. */
const hasOwnPrice = (prices: readonly GroupPrices[], name: (typeof PER_TOKEN)[number]) =>
  prices.some((group) => group[name] !== null && !(name.startsWith('cache_') && group[name] === group.input))

/** The prices of a model by group; only what has a separate price has a column. */
export function PricesCard({ card, own, userRatio }: PricesCardProps) {
  const { t } = useTranslation('models')
  const { t: common } = useTranslation()
  const status = useStatus()
  const { prices } = card
  const charged = PER_TOKEN.filter((name) => hasOwnPrice(prices, name))
  const shown = prices.find(({ group }) => group === own) ?? prices[0]
  const tools = Object.entries(shown?.tools ?? {}).map(([name, usd]) =>
    t('prices.tool', { name, price: formatPrice(Number(usd), status) }),
  )
  const columns = [
    ...charged.map((name) => ({ head: t(`prices.${name}`), of: (group: GroupPrices) => group[name] })),
    ...(prices.some(({ per_call }) => per_call !== null)
      ? [{ head: t('prices.per_call'), of: (group: GroupPrices) => group.per_call }]
      : []),
  ]
  const tiers = Object.entries(card.tiers).map(([name, factor]) =>
    t('prices.tier', { name, ratio: shortRatio(Number(factor)) }),
  )
  return (
    <Card
      title={t('prices.title')}
      action={
        <span className="text-small text-muted">
          {t(charged.length > 0 ? 'prices.perMillion' : 'prices.perCallUnit', {
            currency: common(`currency.${priceCurrency(status)}`),
          })}
        </span>
      }
    >
      <ScrollRegion aria-label={t('prices.table')} className="relative overflow-x-auto">
        <table className="w-full tabular-nums">
          <thead>
            <tr className="text-muted text-small">
              {[t('prices.group'), ...columns.map(({ head }) => head)].map((head, place) => (
                <th
                  key={head}
                  scope="col"
                  className={cx('whitespace-nowrap px-2 py-1 font-normal', place ? 'text-end' : 'text-start')}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {prices.map((group) => (
              <tr key={group.group} className="border-line border-t">
                <th scope="row" className="whitespace-nowrap px-2 py-1.5 text-start font-normal">
                  <span className={cx(group.group === own && 'font-strong')}>{group.group}</span>
                  {group.group === own && <span className="ms-2 text-muted text-small">{t('prices.yours')}</span>}
                </th>
                {columns.map(({ head, of }) => {
                  const usd = of(group)
                  return (
                    <td key={head} className="px-2 py-1.5 text-end">
                      {usd === null ? DASH : formatPrice(Number(usd), status)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {userRatio !== 1 && <p className="text-small">{t('prices.userRatio', { ratio: formatRatio(userRatio) })}</p>}
      {shown && <ConditionalPrices card={card} shown={shown} names={[...charged, 'per_call']} />}
      {tools.length > 0 && <p className="text-muted text-small">{t('prices.tools', { tools: tools.join(' · ') })}</p>}
      {tiers.length > 0 && <p className="text-muted text-small">{t('prices.tiers', { tiers: tiers.join(' · ') })}</p>}
    </Card>
  )
}
