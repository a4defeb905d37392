import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { type Column, type ColumnChoice, isChosen, orderColumns } from './columns/columns.ts'
import { FieldList } from './field-list.tsx'
import type { RowActions } from './grid/grid-row.tsx'
import { mutedText, openOnClick, openOnEnter } from './grid/row-parts.ts'
import { RowCheckbox } from './selection/row-checkbox.tsx'
import type { IdOf } from './selection/selection.ts'

interface CardsProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  rows: readonly Row[]
  idOf: IdOf<Row>
  actions: RowActions<Row>
  stale: boolean
  /** Pressing a card shows the fields that it has no place for. */
  openShowsAll?: boolean | undefined
}

/** The rows as cards for phones: the same data, with less important fields behind "more". */
export function Cards<Row>({ caption, columns, choice, rows, idOf, actions, stale, openShowsAll }: CardsProps<Row>) {
  const chosen = orderColumns(columns, choice.order).filter((column) => isChosen(column, choice))
  return (
    <ul
      aria-label={caption}
      className={cx('grid grid-cols-1 gap-2 transition-opacity', stale && 'opacity-60 delay-150')}
    >
      {rows.map((row) => (
        <Card key={idOf(row)} row={row} id={String(idOf(row))} columns={chosen} {...{ actions, openShowsAll }} />
      ))}
    </ul>
  )
}

interface CardProps<Row> {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  actions: RowActions<Row>
  openShowsAll: boolean | undefined
}

function Card<Row>({ row, id, columns, actions, openShowsAll }: CardProps<Row>) {
  const { t } = useTranslation('table')
  const [open, setOpen] = useState(false)
  const inPlace = (place: Column<Row>['card']) => columns.filter((column) => column.card === place)
  const fields = columns.filter((column) => column.card === undefined || column.card === 'wide')
  const first = fields.filter((column) => column.priority === 1)
  const rest = fields.filter((column) => column.priority > 1)
  const more = !openShowsAll && rest.length > 0
  return (
    <li
      data-row={id}
      tabIndex={-1}
      onKeyDown={(event) => openOnEnter(event, () => actions.onOpen?.(row))}
      onClick={(event) => openOnClick(event, () => actions.onOpen?.(row))}
      className={cx(
        'surface p-3',
        actions.selected?.(row) && 'bg-primary-soft',
        actions.muted?.(row) && mutedText(actions.selected?.(row) ?? false),
      )}
    >
      <div className="flex items-center gap-2">
        {actions.onSelect && (
          <span className="-ms-1">
            <RowCheckbox
              name={actions.name(row)}
              checked={actions.selected?.(row) ?? false}
              onToggle={() => actions.onSelect?.(row, false)}
            />
          </span>
        )}
        <div className="min-w-0 flex-1 font-strong">
          <Cells columns={inPlace('title')} row={row} />
        </div>
        <Cells columns={inPlace('status')} row={row} />
      </div>
      <FieldList columns={first} row={row} className="mt-2 grid-cols-2" />
      {open && <FieldList columns={rest} row={row} className="mt-2 grid-cols-2" />}
      <div className="mt-1 flex flex-wrap items-center justify-between">
        {more && (
          <button
            type="button"
            aria-expanded={open}
            aria-label={t(open ? 'collapse' : 'expand', { name: actions.name(row) })}
            onClick={() => setOpen(!open)}
            className="-ms-2 inline-flex min-h-control items-center gap-1 px-2 text-small text-muted"
          >
            {t(open ? 'less' : 'more')}
            <ChevronDown aria-hidden className={cx('size-4 transition-transform', open && 'rotate-180')} />
          </button>
        )}
        <div className="ms-auto">
          <Cells columns={inPlace('actions')} row={row} />
        </div>
      </div>
    </li>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => <Fragment key={column.id}>{column.cell(row)}</Fragment>)
}
