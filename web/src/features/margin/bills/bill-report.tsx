import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BillReport, BillRow } from '#contract/api/vendor-bills.ts'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { usd } from './dollars.ts'
import { differenceOf, explain, type Reason } from './explain.ts'
import { billQuery } from './queries.ts'

/** One comparison: a line for each day and model, and what explains the difference. */
export function BillReportView({ id }: { id: number }) {
  const { t } = useTranslation('margin')
  const { data, error, refetch } = useQuery(billQuery(id))
  return (
    <>
      <Link to="/margin" search={{ view: 'bills' }} className="text-primary text-small hover:underline">
        {t('bill.back')}
      </Link>
      {data ? (
        <Report report={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </>
  )
}

function Report({ report }: { report: BillReport }) {
  const { t } = useTranslation('margin')
  const { bill_usd, ours_usd, rows, skipped } = report
  return (
    <>
      <p className="break-words text-small text-muted">
        {t('bill.summary', {
          file: report.file,
          format: t(`bill.format.${report.format}`),
          lines: fullNumber(report.lines),
          from: report.from,
          to: report.to,
          by: t(`bill.matched.${report.matched_by}`),
        })}
      </p>
      {bill_usd !== null && (
        <Banner tone={Math.abs(bill_usd - ours_usd) <= Math.abs(bill_usd) * 0.01 ? 'success' : 'warning'}>
          {t('bill.total', { bill: usd(bill_usd), ours: usd(ours_usd), difference: usd(bill_usd - ours_usd) })}
        </Banner>
      )}
      {skipped > 0 && <p className="text-small text-muted">{t('bill.skipped', { count: skipped })}</p>}
      <section
        aria-label={t('bill.rows')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
        tabIndex={0}
        className="surface relative overflow-x-auto"
      >
        <table className="w-full tabular-nums">
          <thead className="text-muted text-small">
            <tr className="h-row border-line border-b">
              {(['day', 'model'] as const).map((name) => (
                <th key={name} scope="col" className="whitespace-nowrap px-3 text-left">
                  {t(`bill.column.${name}`)}
                </th>
              ))}
              {(['bill', 'ours', 'difference', 'billCalls', 'ourCalls'] as const).map((name) => (
                <th key={name} scope="col" className="whitespace-nowrap px-3 text-right">
                  {t(`bill.column.${name}`)}
                </th>
              ))}
              <th scope="col" className="px-3 text-left">
                {t('bill.column.why')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={`${row.day} ${row.model}`} row={row} hasAmounts={bill_usd !== null} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function Line({ row, hasAmounts }: { row: BillRow; hasAmounts: boolean }) {
  const { t } = useTranslation('margin')
  const { bill, ours } = row
  const difference = differenceOf(row)
  const reasons = explain(row)
  const agrees = reasons.length === 1 && reasons[0]?.why === 'agrees'
  const cell = 'whitespace-nowrap px-3 text-right'
  return (
    <tr className="min-h-row border-line border-b last:border-b-0 hover:bg-hover">
      <td className="whitespace-nowrap px-3 py-1.5">{row.day}</td>
      <th scope="row" className="max-w-56 break-words px-3 text-left font-normal">
        {row.model}
      </th>
      <td className={cell}>{hasAmounts ? usd(bill.usd) : tokens(bill.tokens, t)}</td>
      <td className={cell}>{hasAmounts ? usd(ours.usd + ours.unlisted) : tokens(ours.tokens, t)}</td>
      <td className={`${cell} ${agrees ? 'text-muted' : 'text-warning'}`}>
        {hasAmounts ? usd(difference) : tokens(bill.tokens === null ? null : bill.tokens - ours.tokens, t)}
      </td>
      <td className={cell}>{bill.calls === null ? DASH : fullNumber(bill.calls)}</td>
      <td className={cell}>{fullNumber(ours.calls)}</td>
      <td className="min-w-64 px-3 py-1.5 text-small">{reasons.map((reason) => reasonText(reason, t)).join('; ')}</td>
    </tr>
  )
}

const tokens = (count: number | null, t: TFunction<'margin'>) =>
  count === null ? DASH : t('bill.tokens', { count: fullNumber(count) as never })

function reasonText(reason: Reason, t: TFunction<'margin'>): string {
  const amount = 'usd' in reason && reason.usd !== null ? ` (${usd(reason.usd)})` : ''
  const calls = 'calls' in reason ? (reason.calls ?? undefined) : undefined
  const text =
    calls === undefined
      ? t(`bill.why.${reason.why}` as 'bill.why.elsewhere')
      : t('bill.why.counted', {
          calls: t('bill.why.calls', { count: calls }),
          why: t(`bill.why.${reason.why}` as 'bill.why.elsewhere'),
        })
  return text + amount
}
