import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { csvText } from '#web/lib/csv.ts'
import { downloadText } from '#web/lib/download.ts'
import { formatPercent, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { objectId, partName, type View } from './part.ts'
import { REST, type Series } from './series.ts'
import { spendRows } from './spend-rows.ts'
import { Swatch } from './swatch.tsx'
import type { PartUsage, Sums } from './usage.ts'

interface SpendTableProps {
  /** By spending, in descending order. */
  ranking: readonly PartUsage[]
  series: readonly Series[]
  total: Sums
  view: View
}

const HEADS = ['number.spent', 'table.share', 'number.calls', 'table.fresh', 'table.cached', 'table.output'] as const
const CELL = 'px-2 text-right'

/** What was spent on what: a line for each model, token, channel or user, and the same as a file. */
export function SpendTable({ ranking, series, total, view }: SpendTableProps) {
  const { t } = useTranslation('dashboard')
  const status = useStatus()
  const nameOf = ({ row }: PartUsage) => partName(row, view, t)
  const save = () =>
    downloadText(
      `spend-by-${view.by}.csv`,
      csvText(spendRows(ranking, total, { nameOf, by: view.by, quotaPerUnit: status.quota_per_unit })),
      'text/csv',
    )
  return (
    <section className="min-w-0 surface py-3">
      <header className="mb-1 flex items-center justify-between gap-3 px-4 max-sm:px-3">
        <h2 className="font-strong">{t(`spend.title.${view.by}`)}</h2>
        <Button size="small" icon={<Download size={14} aria-hidden />} onClick={save}>
          {t('spend.csv')}
        </Button>
      </header>
      <ScrollRegion aria-label={t(`spend.title.${view.by}`)} className="overflow-x-auto px-2">
        <table className="w-full tabular-nums">
          <thead className="sticky top-0 bg-raised text-muted text-small">
            <tr className="h-row border-line border-b">
              <th scope="col" className="px-2 text-left">
                {t(`spend.by.${view.by}`)}
              </th>
              {HEADS.map((head) => (
                <th key={head} scope="col" className={CELL}>
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranking.map((part) => (
              <tr key={part.key} className="h-row border-line border-b last:border-b-0">
                <th scope="row" className="max-w-64 px-2 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <Swatch series={series.find(({ key }) => key === part.key) ?? REST} />
                    {view.by === 'model' && part.row.model_name && <ModelMark model={part.row.model_name} />}
                    <ObjectLink kind={view.by} id={objectId(part.row, view)}>
                      {nameOf(part)}
                    </ObjectLink>
                  </span>
                </th>
                <td className={CELL}>
                  <Money quota={part.quota} digits={6} />
                </td>
                <td className={CELL}>{formatPercent(total.quota > 0 ? part.quota / total.quota : 0)}</td>
                <td className={CELL}>{fullNumber(part.count)}</td>
                <td className={CELL}>{fullNumber(part.input - part.cached)}</td>
                <td className={CELL}>{fullNumber(part.cached)}</td>
                <td className={CELL}>{fullNumber(part.output)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
