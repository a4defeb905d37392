import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import type { Step } from './dashboard-search.ts'
import type { Bucket } from './usage.ts'
import { bucketName } from './wording.ts'

/** The bars as numbers, newest first; times in which nothing happened are left out. */
export default function UsageTable({ buckets, step }: { buckets: readonly Bucket[]; step: Step }) {
  const { t } = useTranslation('dashboard')
  const busy = buckets.filter(({ total }) => total.count > 0 || total.quota > 0).toReversed()
  return (
    <div className="max-h-96 overflow-y-auto">
      <table className="w-full tabular-nums">
        <thead className="sticky top-0 bg-page text-muted">
          <tr className="h-row border-line border-b text-right">
            <th scope="col" className="px-2 text-left">
              {t('table.time')}
            </th>
            <th scope="col" className="px-2">
              {t('number.spent')}
            </th>
            <th scope="col" className="px-2">
              {t('number.calls')}
            </th>
            <th scope="col" className="px-2">
              {t('number.tokens')}
            </th>
          </tr>
        </thead>
        <tbody>
          {busy.map(({ start, end, total }) => (
            <tr key={start} className="h-row border-line border-b text-right">
              <th scope="row" className="whitespace-nowrap px-2 text-left font-normal">
                {bucketName(start, end, step)}
              </th>
              <td className="px-2">
                <Money quota={total.quota} digits={6} />
              </td>
              <td className="px-2">{fullNumber(total.count)}</td>
              <td className="px-2">{fullNumber(total.tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
