import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  functionalUpdate,
  type Column as GridColumn,
  type Row as GridRow,
  type Header,
  metaHelper,
  type ReactTable,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { type Column, type ColumnChoice, growingColumn, splitColumns, type WidthClass } from '../columns/columns.ts'
import type { IdOf } from '../selection/selection.ts'

/** Column data of the table's parts, in addition to the model. */
interface Meta {
  header: string
  align: 'start' | 'end'
  pin: 'start' | 'end' | undefined
  most: number | undefined
  /** Content of a cell; falsy = empty. */
  content: (row: object) => ReactNode
  spreads: ((row: object) => boolean) | undefined
}

// The model has only the columns shown, in their final order, so the table needs no features for these.
const features = tableFeatures({
  columnResizingFeature,
  columnSizingFeature,
  columnMeta: metaHelper<Meta>(),
})
type Features = typeof features

export type Grid<Row> = ReactTable<Features, Row & object>
export type GridHeader<Row> = Header<Features, Row & object>
export type RowModel<Row> = GridRow<Features, Row & object>

const MIN_WIDTH = 56
const MAX_WIDTH = 1200

interface GridInput<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: IdOf<Row>
  choice: ColumnChoice
  changeChoice: (patch: Partial<ColumnChoice>) => void
  breadth: WidthClass
  /** Width available for columns in px. */
  room: number
}

/**
 * The table model of one page of rows: columns, their order, widths and pinning. The server sorts, filters and
 * pages. Pass memoised columns: a new array rebuilds the model.
 */
export function useGrid<Row>({ columns, rows, idOf, choice, changeChoice, breadth, room }: GridInput<Row>) {
  const { shown, folded } = splitColumns(columns, choice, breadth, room)
  const defined = useMemo(() => new Map(columns.map((column) => [column.id, define(column)])), [columns])
  const ids = shown.map((column) => column.id).join()
  const definitions = useMemo(() => ids.split(',').flatMap((id) => defined.get(id) ?? []), [defined, ids])
  const grid: Grid<Row> = useTable({
    features,
    columns: definitions,
    data: rows as readonly (Row & object)[],
    getRowId: (row) => String(idOf(row)),
    columnResizeMode: 'onChange',
    state: { columnSizing: choice.widths },
    onColumnSizingChange: (updater) => changeChoice({ widths: functionalUpdate(updater, choice.widths) }),
  })
  return { grid, folded, growing: growingColumn(shown, choice.widths) }
}

/** Sticky offset of a pinned cell; `lead` is the width of the selection and expand cells before it. */
export function pinStyle<Row>(column: GridColumn<Features, Row & object>, lead: number): CSSProperties | undefined {
  const side = pinOf(column)
  if (side === 'start') return { insetInlineStart: lead + column.getStart() }
  return side === 'end' ? { insetInlineEnd: column.getAfter() } : undefined
}

function define<Row>(column: Column<Row>) {
  return createColumnHelper<Features, Row & object>().display({
    id: column.id,
    header: column.header,
    cell: ({ row }) => column.cell(row.original),
    size: column.width,
    minSize: Math.min(MIN_WIDTH, column.width),
    maxSize: MAX_WIDTH,
    enableResizing: column.pin !== 'end',
    meta: {
      header: column.header,
      align: column.align ?? 'start',
      pin: column.pin,
      most: column.most,
      // The rows of a table have the row type of its columns.
      content: column.cell as (row: object) => ReactNode,
      spreads: column.spreads as Meta['spreads'],
    },
  })
}

/** The end of the table at which a column stays; undefined = it scrolls. */
export const pinOf = <Row>(column: GridColumn<Features, Row & object>) => column.columnDef.meta?.pin
