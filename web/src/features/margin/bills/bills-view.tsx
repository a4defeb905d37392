import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Trash from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import { type BillSummary, deleteBill } from '#contract/api/vendor-bills.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatUsd } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { BillReportView } from './bill-report.tsx'
import { ImportCard } from './import-card.tsx'
import { billsQuery } from './queries.ts'

/** Bills of vendors beside our reckoning: a form, the kept reports, or one of them. */
export default function BillsView({ bill }: { bill: number | undefined }) {
  const bills = useQuery(billsQuery)
  if (bill !== undefined) return <BillReportView id={bill} />
  return (
    <>
      <ImportCard />
      <Loaded query={bills} skeleton="h-40">
        {(kept) => kept.length > 0 && <Reports bills={kept} />}
      </Loaded>
    </>
  )
}

function Reports({ bills }: { bills: readonly BillSummary[] }) {
  const { t } = useTranslation('margin')
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteBill, { params: { id } }),
    onSuccess: () => refresh(client, { queryKey: billsQuery.queryKey }),
  })
  return (
    <PlainTable
      label={t('bill.reports')}
      rows={bills}
      keyOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: '/margin', search: { view: 'bills', bill: id } })}
      columns={[
        { name: t('bill.column.file'), cell: (bill) => <ReportLink bill={bill} /> },
        {
          name: t('bill.column.channels'),
          cell: ({ channels }) => (
            <span className="block max-w-64 truncate">{channels.map(({ name }) => name).join(', ')}</span>
          ),
        },
        { name: t('bill.column.period'), cell: ({ from, to }) => (from === to ? from : `${from} – ${to}`) },
        { name: t('bill.column.made'), cell: ({ created_at }) => <Time at={created_at} /> },
        { name: t('bill.column.bill'), number: true, cell: ({ bill_usd }) => formatUsd(bill_usd) },
        { name: t('bill.column.ours'), number: true, cell: ({ ours_usd }) => formatUsd(ours_usd) },
        {
          name: t('bill.column.difference'),
          number: true,
          cell: ({ bill_usd, ours_usd }) => formatUsd(bill_usd === null ? null : bill_usd - ours_usd),
        },
        {
          name: t('bill.delete'),
          quiet: true,
          number: true,
          cell: ({ id, file }) => (
            <IconButton
              size="small"
              label={t('bill.deleteOf', { file })}
              icon={<Trash size={14} aria-hidden />}
              disabledReason={remove.isPending && t('bill.delete')}
              onClick={() => remove.mutate(id)}
            />
          ),
        },
      ]}
    />
  )
}

const ReportLink = ({ bill: { id, file } }: { bill: BillSummary }) => (
  <Link
    to="/margin"
    search={{ view: 'bills', bill: id }}
    className="block max-w-64 truncate text-primary hover:underline"
  >
    {file}
  </Link>
)
