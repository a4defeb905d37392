import { Fragment, type MouseEvent, type ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { DASH } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { SortButton } from './grid/head-parts.tsx'
import { openOnClick } from './grid/row-parts.ts'
import type { Sort } from './search/list-search.ts'

/** A column of a small table; the first names its row. */
export interface PlainColumn<Row> {
  /** Stands in the head, and before the cell in a card. */
  name: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  number?: boolean
  /** Long texts have several lines. */
  wrap?: boolean
  /** The name is for screen readers only. */
  quiet?: boolean
  /** The sort key of the column; without a key, the table cannot be sorted by it. */
  sort?: string
}

interface PlainTableProps<Row> {
  /** Names the table for screen readers. */
  label: string
  columns: readonly PlainColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The first cells are bold. */
  strong?: boolean
  /** Rows stay rows on phones, where the table scrolls sideways. */
  scrolls?: boolean
  /** What a click on a row opens; a link in the row leads there by the keyboard. */
  onOpen?: ((row: Row) => void) | undefined
  sort?: Sort
  onSort?: (id: string) => void
  /** Rows of the same group stand under their head. */
  groups?: { of: (row: Row) => string | number; head: (rows: readonly Row[]) => ReactNode }
}

/** A small table without a toolbar. On phones each row is a card that names its cells. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const isPhone = useMedia(MEDIA.phone)
  return isPhone && !props.scrolls ? <RowCards {...props} /> : <Rows {...props} />
}

function Rows<Row>({ label, columns, rows, keyOf, strong, sort, onSort, onOpen, groups }: PlainTableProps<Row>) {
  const parts = groups ? [...Map.groupBy(rows, groups.of)] : [['', rows] as const]
  return (
    <ScrollRegion aria-label={label} className="surface relative overflow-x-auto">
      <table className="w-full tabular-nums">
        <thead className="text-muted text-small">
          <tr className="h-row border-line border-b">
            {columns.map(({ name, number = false, quiet, sort: id }) => {
              const sorted = id !== undefined && sort?.id === id ? sort : null
              return (
                <th
                  key={name}
                  scope="col"
                  aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
                  className={cx('group/head whitespace-nowrap px-3', number ? 'text-right' : 'text-left')}
                >
                  {id === undefined ? (
                    <span className={cx(quiet && 'sr-only')}>{name}</span>
                  ) : (
                    <SortButton name={name} end={number} sorted={sorted} onSort={() => onSort?.(id)} />
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        {parts.map(([part, ofPart]) => (
          <tbody key={part}>
            {groups && (
              <tr className="h-row border-line border-b bg-sunken">
                <th scope="rowgroup" colSpan={columns.length} className="px-3 text-left font-strong">
                  {groups.head(ofPart)}
                </th>
              </tr>
            )}
            {ofPart.map((row) => (
              <tr
                key={keyOf(row)}
                {...opening(row, onOpen)}
                className={cx('h-row border-line border-b last:border-b-0 hover:bg-hover', onOpen && 'cursor-pointer')}
              >
                {columns.map(({ name, number, wrap, cell }, place) => {
                  const Cell = place === 0 ? 'th' : 'td'
                  return (
                    <Cell
                      key={name}
                      scope={place === 0 ? 'row' : undefined}
                      className={cx(
                        'px-3 py-1',
                        number ? 'text-right' : 'text-left',
                        wrap ? 'min-w-40 break-words' : 'whitespace-nowrap',
                        place > 0 || !strong ? 'font-normal' : 'font-strong',
                      )}
                    >
                      {cell(row)}
                    </Cell>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  )
}

const opening = <Row,>(row: Row, open: PlainTableProps<Row>['onOpen']) =>
  open && { onClick: (event: MouseEvent) => openOnClick(event, () => open(row)) }

/** Cells without a value; the dash keeps their place in a row, and a card leaves them out. */
const EMPTY: readonly ReactNode[] = ['', DASH, false, null, undefined]

function RowCards<Row>({ label, columns, rows, keyOf, groups, onOpen }: PlainTableProps<Row>) {
  const parts = groups ? [...Map.groupBy(rows, groups.of)] : [['', rows] as const]
  return (
    <section aria-label={label} className="surface tabular-nums">
      {parts.map(([part, ofPart]) => (
        <Fragment key={part}>
          {groups && <div className="border-line border-b bg-sunken px-3 py-2 font-strong">{groups.head(ofPart)}</div>}
          <ul aria-label={label}>
            {ofPart.map((row) => (
              <RowCard key={keyOf(row)} {...{ row, columns, onOpen }} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  )
}

function RowCard<Row>({ row, columns, onOpen }: Pick<PlainTableProps<Row>, 'columns' | 'onOpen'> & { row: Row }) {
  return (
    <li
      {...opening(row, onOpen)}
      className={cx(
        'flex flex-col gap-1 border-line border-b px-3 py-2.5 last:border-b-0',
        onOpen && 'cursor-pointer hover:bg-hover',
      )}
    >
      {columns.map(({ name, quiet, cell }, place) => {
        const shown = cell(row)
        if (place === 0)
          return (
            <div key={name} className="break-words font-strong">
              {shown}
            </div>
          )
        if (EMPTY.includes(shown)) return null
        return (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <span className={cx('shrink-0 text-muted text-small', quiet && 'sr-only')}>{name}</span>
            <div className="wrap-anywhere ms-auto min-w-0 text-right">{shown}</div>
          </div>
        )
      })}
    </li>
  )
}
