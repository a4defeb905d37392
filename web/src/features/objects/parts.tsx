import type { TFunction } from 'i18next'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { LEVEL_TEXT, levelOf, type Slice, successOf } from '#web/features/traffic/health.ts'
import { DASH, formatDuration, formatPercent } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { Money } from '#web/ui/money.tsx'
import type { Column } from '#web/ui/table/columns/columns.ts'
import { FieldList } from '#web/ui/table/field-list.tsx'
import type { ObjectNumber } from './object-frame.tsx'

export const RecentCalls = lazy(async () => {
  await loadNamespaces('logs')
  return import('./recent-calls.tsx')
})
export const ObjectHistory = lazy(async () => {
  await loadNamespaces('audits', 'users', 'logs')
  return import('./object-history.tsx')
})

const ErrorList = lazy(async () => {
  await loadNamespaces('health')
  const { ErrorList } = await import('#web/features/health/error-samples.tsx')
  return { default: ErrorList }
})

/** What went wrong in the last 24 hours, by kind. */
export function LastErrors({ cell }: { cell: HealthCell | undefined }) {
  const { t } = useTranslation('form')
  if (!cell || cell.errors.length === 0) return null
  return (
    <section className="mt-4 border-line border-t pt-3">
      <h3 className="mb-2">{t('object.errors')}</h3>
      <ErrorList cell={cell} />
    </section>
  )
}

interface OverviewProps<Row> {
  columns: readonly Column<Row>[]
  /** Columns that the head has already. */
  inHead: readonly string[]
  row: Row
}

/** Every column of the list: on narrow screens the only place of some. */
export function Overview<Row>({ columns, inHead, row }: OverviewProps<Row>) {
  return (
    <FieldList
      columns={columns.filter(({ id }) => id !== 'actions' && !inHead.includes(id))}
      row={row}
      className="grid-cols-[repeat(auto-fill,minmax(min(12rem,45%),1fr))]"
    />
  )
}

/** Success, first byte and spend of real calls of the last 24 hours, each with its course. */
export function trafficNumbers(
  t: TFunction<'form'>,
  { cell, slices = [] }: { cell?: HealthCell; slices?: readonly Slice[] } = {},
): ObjectNumber[] {
  const share = cell && successOf(cell)
  return [
    {
      label: t('object.success'),
      value: share === undefined ? DASH : formatPercent(share),
      values: slices.map(({ served, failed }) => (served + failed === 0 ? 0 : served / (served + failed))),
      bad: share !== undefined && levelOf(share) === 'bad',
    },
    {
      label: t('object.firstByte'),
      value: cell?.first_byte_ms ? formatDuration(cell.first_byte_ms.p50) : DASH,
      values: slices.map(({ first_byte_ms = 0 }) => first_byte_ms),
    },
    {
      label: t('object.spend'),
      value: cell ? <Money quota={cell.quota} /> : DASH,
      values: slices.map(({ quota = 0 }) => quota),
    },
  ]
}

interface MeasuredHeadProps {
  name: string
  action?: ReactNode
  /** Further heads after the name. */
  children?: ReactNode
}

/** The head of a table whose rows end in `MeasuredCells`. */
export function MeasuredHead({ name, action, children }: MeasuredHeadProps) {
  const { t } = useTranslation('channels')
  return (
    <thead className="text-muted text-small">
      <tr className="h-row border-line border-b text-end">
        <th scope="col" className="text-start font-normal">
          {name} {action}
        </th>
        {children}
        {(['success', 'median'] as const).map((column) => (
          <th key={column} scope="col" className="ps-3 text-end font-normal">
            {t(`column.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** Success and median first byte of a model at a channel. */
export function MeasuredCells({ cell }: { cell: HealthCell | undefined }) {
  const share = cell && successOf(cell)
  return (
    <>
      <td className="ps-3 text-end whitespace-nowrap tabular-nums">
        {share === undefined ? DASH : <span className={LEVEL_TEXT[levelOf(share)]}>{formatPercent(share)}</span>}
      </td>
      <td className="ps-3 text-end whitespace-nowrap tabular-nums">
        {cell?.first_byte_ms ? formatDuration(cell.first_byte_ms.p50) : DASH}
      </td>
    </>
  )
}
