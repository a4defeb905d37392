import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { partsOf } from './bar-parts.ts'
import type { Metric, Step } from './dashboard-search.ts'
import { partName, type View } from './part.ts'
import type { Series } from './series.ts'
import type { Bucket } from './usage.ts'
import { bucketName } from './wording.ts'

interface UsageTableProps {
  buckets: readonly Bucket[]
  series: readonly Series[]
  step: Step
  metric: Metric
  view: View
}

/** The columns of an hour's totals, before its parts. */
const HEADS = [
  'number.spent',
  'number.calls',
  'number.tokens',
  'table.input',
  'table.cached',
  'table.output',
  'number.errors',
] as const

/** Shows the bars and their parts as a table, newest first. Empty steps are omitted. */
export default function UsageTable({ buckets, series, step, metric, view }: UsageTableProps) {
  const { t } = useTranslation('dashboard')
  const busy = buckets.filter(({ total }) => total.count > 0 || total.quota > 0 || total.errors > 0).toReversed()
  return (
    <div className="max-h-96 overflow-auto">
      <table className="w-full tabular-nums">
        <thead className="sticky top-0 z-1 bg-raised text-muted">
          <tr className="h-row border-line border-b text-right">
            <th scope="col" className="sticky left-0 bg-raised px-2 text-left">
              {t('table.time')}
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-2">
                {t(head)}
              </th>
            ))}
            {series.map((item) => (
              <th key={item.key ?? ''} scope="col" className="max-w-48 truncate px-2">
                {partName(item.row, view, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy
            .map((bucket) => ({ ...bucket, parts: new Map(partsOf(bucket, series, metric)) }))
            .map(({ start, end, total, parts }) => (
              <tr key={start} className="h-row border-line border-b text-right">
                <th scope="row" className="sticky left-0 whitespace-nowrap bg-raised px-2 text-left font-normal">
                  {bucketName(start, end, step)}
                </th>
                <td className="px-2">
                  <Money quota={total.quota} digits={6} />
                </td>
                <td className="px-2">{fullNumber(total.count)}</td>
                <td className="px-2">{fullNumber(total.tokens)}</td>
                <td className="px-2">{fullNumber(total.input)}</td>
                <td className="px-2">{fullNumber(total.cached)}</td>
                <td className="px-2">{fullNumber(total.output)}</td>
                <td className="px-2">{fullNumber(total.errors)}</td>
                {series.map((item) => (
                  <td key={item.key ?? ''} className="px-2">
                    {metric === 'quota' ? (
                      <Money quota={parts.get(item) ?? 0} digits={6} />
                    ) : (
                      fullNumber(parts.get(item) ?? 0)
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
