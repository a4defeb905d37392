import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failuresOf, LEVEL_TEXT, levelOf, successOf } from '#web/features/traffic/health.ts'
import { sumsQuery } from '#web/features/traffic/health-queries.ts'
import { DASH, formatDuration, formatPercent, fullNumber } from '#web/lib/format.ts'
import { tip } from '#web/ui/tooltip.tsx'

/** The share of real calls of the last 24 hours that succeeded at a channel. */
export function SuccessCell({ id }: { id: number }) {
  const { t } = useTranslation('channels')
  const cell = useSums(id)
  const share = cell && successOf(cell)
  if (!cell || share === undefined) return <span className="text-muted">{DASH}</span>
  const calls = { served: fullNumber(cell.served), failed: fullNumber(failuresOf(cell)) }
  return (
    <span className={LEVEL_TEXT[levelOf(share)]} {...tip(t('real.hint', calls))}>
      {formatPercent(share)}
    </span>
  )
}

/** The median time until the first byte of real calls of the last 24 hours. */
export function MedianCell({ id }: { id: number }) {
  const { t } = useTranslation('channels')
  const median = useSums(id)?.first_byte_ms
  if (!median) return <span className="text-muted">{DASH}</span>
  return <span {...tip(t('real.p95', { time: formatDuration(median.p95) }))}>{formatDuration(median.p50)}</span>
}

const useSums = (id: number) => useQuery(sumsQuery('channel')).data?.get(id)?.cell
