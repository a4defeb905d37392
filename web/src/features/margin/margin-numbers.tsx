import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CacheSavings, MarginSums } from '#contract/api/margin.ts'
import { formatPercent } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { marginOf, rateOf, unknownShare } from './margin.ts'

/** The sums of the period. */
export function MarginNumbers({ total, cache }: { total: MarginSums; cache: CacheSavings }) {
  const { t } = useTranslation('margin')
  const margin = marginOf(total)
  const rate = rateOf(total)
  const unknown = unknownShare(total)
  return (
    <dl className="grid grid-cols-5 gap-3 max-lg:grid-cols-2">
      <Figure name={t('column.quota')} value={<Money quota={total.quota} />} />
      <Figure name={t('column.cost')} value={<Money quota={total.cost} />} />
      <Figure
        name={t('column.margin')}
        value={
          <span className={margin < 0 ? 'text-danger' : ''}>
            <Money quota={margin} />
          </span>
        }
        note={rate === null ? '' : formatPercent(rate)}
      />
      <Figure
        name={t('number.unknown')}
        value={<span className={unknown > 0 ? 'text-warning' : ''}>{formatPercent(unknown)}</span>}
        note={t(unknown > 0 ? 'number.unknownHint' : 'number.known')}
      />
      <Figure
        name={t('number.cache')}
        value={<Money quota={cache.affinity} />}
        note={
          <>
            {t('number.cacheOf')} <Money quota={cache.saved} />
          </>
        }
      />
    </dl>
  )
}

function Figure({ name, value, note = '' }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 surface px-4 py-3 max-sm:px-3">
      <dt className="text-muted text-small">{name}</dt>
      <dd className="truncate text-title tabular-nums">{value}</dd>
      <dd className="min-h-5 truncate text-muted text-small">{note}</dd>
    </div>
  )
}
