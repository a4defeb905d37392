import { cx } from '#web/lib/cx.ts'
import type { Column } from './columns/columns.ts'

interface FieldListProps<Row> {
  columns: readonly Column<Row>[]
  row: Row
  className?: string
}

/** Non-empty values of a row with their labels: the details under a row, and the body of a card. */
export function FieldList<Row>({
  columns,
  row,
  className = 'grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]',
}: FieldListProps<Row>) {
  return (
    <dl className={`grid gap-x-4 gap-y-2 ${className}`}>
      {columns.map((column) => {
        const value = column.cell(row)
        if (value === null || value === undefined || value === false || value === '') return null
        return (
          <div
            key={column.id}
            className={cx(
              'min-w-0',
              column.card === 'wide' || column.spreads?.(row) ? 'col-span-full' : 'only:col-span-full',
            )}
          >
            <dt className="text-small text-muted">{column.header}</dt>
            <dd className={column.spreads?.(row) ? 'break-words' : 'truncate'}>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}
