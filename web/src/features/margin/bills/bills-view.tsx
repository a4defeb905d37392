import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Trash from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import { type BillSummary, deleteBill } from '#contract/api/vendor-bills.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'
import { BillReportView } from './bill-report.tsx'
import { usd } from './dollars.ts'
import { ImportCard } from './import-card.tsx'
import { billsQuery } from './queries.ts'

/** Bills of vendors beside our reckoning: a form, the kept reports, or one of them. */
export default function BillsView({ bill }: { bill: number | undefined }) {
  const { data, error, refetch } = useQuery(billsQuery)
  if (bill !== undefined) return <BillReportView id={bill} />
  return (
    <>
      <ImportCard />
      {data ? (
        data.length > 0 && <Reports bills={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </>
  )
}

function Reports({ bills }: { bills: readonly BillSummary[] }) {
  const { t } = useTranslation('margin')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteBill, { params: { id } }),
    onSuccess: () => refresh(client, { queryKey: billsQuery.queryKey }),
  })
  const cell = 'whitespace-nowrap px-3'
  return (
    <section
      aria-label={t('bill.reports')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
      tabIndex={0}
      className="surface relative overflow-x-auto"
    >
      <table className="w-full tabular-nums">
        <thead className="text-muted text-small">
          <tr className="h-row border-line border-b text-left">
            {(['file', 'channels', 'period', 'made'] as const).map((name) => (
              <th key={name} scope="col" className={cell}>
                {t(`bill.column.${name}`)}
              </th>
            ))}
            {(['bill', 'ours', 'difference'] as const).map((name) => (
              <th key={name} scope="col" className={`${cell} text-right`}>
                {t(`bill.column.${name}`)}
              </th>
            ))}
            <th scope="col" className={cell}>
              <span className="sr-only">{t('bill.delete')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={bill.id} className="h-row border-line border-b last:border-b-0 hover:bg-hover">
              <th scope="row" className="max-w-64 px-3 text-left font-normal">
                <Link
                  to="/margin"
                  search={{ view: 'bills', bill: bill.id }}
                  className="block truncate text-primary hover:underline"
                >
                  {bill.file}
                </Link>
              </th>
              <td className="max-w-64 truncate px-3">{bill.channels.map(({ name }) => name).join(', ')}</td>
              <td className={cell}>{bill.from === bill.to ? bill.from : `${bill.from} – ${bill.to}`}</td>
              <td className={cell}>
                <Time at={bill.created_at} />
              </td>
              <td className={`${cell} text-right`}>{usd(bill.bill_usd)}</td>
              <td className={`${cell} text-right`}>{usd(bill.ours_usd)}</td>
              <td className={`${cell} text-right`}>
                {usd(bill.bill_usd === null ? null : bill.bill_usd - bill.ours_usd)}
              </td>
              <td className={`${cell} text-right`}>
                <IconButton
                  size="small"
                  label={t('bill.deleteOf', { file: bill.file })}
                  icon={<Trash size={14} aria-hidden />}
                  disabledReason={remove.isPending && t('bill.delete')}
                  onClick={() => remove.mutate(bill.id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
