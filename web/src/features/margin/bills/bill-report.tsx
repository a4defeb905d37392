import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { BillReport, BillRow } from '#contract/api/vendor-bills.ts'
import { DASH, formatUsd, fullNumber } from '#web/lib/format.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { differenceOf, explain, type Reason } from './explain.ts'
import { billQuery } from './queries.ts'

/** One comparison: a line for each day and model, and what explains the difference. */
export function BillReportView({ id }: { id: number }) {
  const { t } = useTranslation('margin')
  return (
    <>
      <BackLink to="/margin" search={{ view: 'bills' }}>
        {t('bill.back')}
      </BackLink>
      <Loaded query={useQuery(billQuery(id))}>{(report) => <Report report={report} />}</Loaded>
    </>
  )
}

function Report({ report }: { report: BillReport }) {
  const { t } = useTranslation('margin')
  const { bill_usd, ours_usd, rows, skipped } = report
  const amount = (dollars: number | null, count: number | null) =>
    bill_usd === null ? tokens(count, t) : formatUsd(dollars)
  const differenceCell = (row: BillRow) => {
    const agrees = explain(row).every(({ why }) => why === 'agrees')
    if (agrees) return DASH
    const { bill, ours } = row
    return (
      <span className="text-warning">
        {amount(differenceOf(row), bill.tokens === null ? null : bill.tokens - ours.tokens)}
      </span>
    )
  }
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
          {t('bill.total', {
            bill: formatUsd(bill_usd),
            ours: formatUsd(ours_usd),
            difference: formatUsd(bill_usd - ours_usd),
          })}
        </Banner>
      )}
      {skipped > 0 && <p className="text-small text-muted">{t('bill.skipped', { count: skipped })}</p>}
      <PlainTable
        label={t('bill.rows')}
        rows={rows}
        keyOf={({ day, model }) => `${day} ${model}`}
        columns={[
          { name: t('bill.column.day'), cell: ({ day }) => day },
          {
            name: t('bill.column.model'),
            cell: ({ model, ours }) => (
              <ObjectLink kind="model" id={ours.calls > 0 ? model : null}>
                {model}
              </ObjectLink>
            ),
          },
          { name: t('bill.column.bill'), number: true, cell: ({ bill }) => amount(bill.usd, bill.tokens) },
          {
            name: t('bill.column.ours'),
            number: true,
            cell: ({ ours }) => amount(ours.usd + ours.unlisted, ours.tokens),
          },
          { name: t('bill.column.difference'), number: true, cell: differenceCell },
          {
            name: t('bill.column.billCalls'),
            number: true,
            cell: ({ bill }) => (bill.calls === null ? DASH : fullNumber(bill.calls)),
          },
          { name: t('bill.column.ourCalls'), number: true, cell: ({ ours }) => fullNumber(ours.calls) },
          {
            name: t('bill.column.why'),
            wrap: true,
            cell: (row) => <Explanation row={row} />,
          },
        ]}
      />
    </>
  )
}

function Explanation({ row }: { row: BillRow }) {
  const { t } = useTranslation('margin')
  const reasons = explain(row).map((reason) => reasonText(reason, t))
  return <span className="block text-small sm:min-w-64">{reasons.join('; ')}</span>
}

const tokens = (count: number | null, t: TFunction<'margin'>) =>
  count === null ? DASH : t('bill.tokens', { count, tokens: fullNumber(count) })

function reasonText(reason: Reason, t: TFunction<'margin'>): string {
  const amount = 'usd' in reason && reason.usd !== null ? ` (${formatUsd(reason.usd, 4)})` : ''
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
