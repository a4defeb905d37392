import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { buttonClass } from '../button.tsx'
import { copyText } from '../copy/copy.tsx'
import type { Column } from './columns/columns.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListFrame } from './list-frame.tsx'
import { type ListFilter, ListFilters } from './search/list-filters.tsx'
import type { Filters, ListSpec } from './search/list-search.ts'
import { type List, useList } from './search/use-list.ts'
import type { IdOf } from './selection/selection.ts'

const RowDrawer = lazy(() => import('./row-drawer.tsx'))

/** A list page: its address, and a hook that returns the rest for the current reader. */
export interface ListDefinition<Row, F extends Filters> {
  /** Key of the stored column settings. */
  id: string
  spec: ListSpec<F>
  /** `id` of the row by default. */
  idOf?: IdOf<Row>
  /** The list is a part of another page, without a title and a frame of its own. */
  embedded?: true
  useParts: (list: List<F>) => ListParts<Row>
}

type TableParts<Row> = Omit<DataTableProps<Row>, 'list' | 'caption' | 'idOf' | 'onCreate' | 'onCopy' | 'filters'>

/** What a list page consists of; everything else is the same on all of them. */
export interface ListParts<Row> extends TableParts<Row> {
  /** Another key remounts the list. */
  key?: string
  title: string
  /** Controls beside the title. */
  action?: ReactNode
  /** A notice above the list. */
  notice?: ReactNode
  /** The first filter stays visible on phones; the others are behind a button there. */
  filters?: readonly ListFilter[]
  /** The address of the drawer that creates a row. */
  add?: {
    to: '/channel/add' | '/token/add' | '/user/add' | '/redemption/add'
    label: string
    icon?: ComponentType<{ size: number }>
  }
  /** The drawer of a row, for rows without an address of their own. */
  drawer?: RowParts<Row>
  /** The text that the `.` key copies; the id by default. */
  copies?: (row: Row) => string
  /** Provides what cells read around the list. */
  around?: (list: ReactNode) => ReactNode
  /** Further overlays. */
  children?: ReactNode
}

/** The content of a row's drawer. */
export interface RowParts<Row> {
  title: (row: Row) => string
  /** The values of all columns by default. */
  body?: (row: Row) => ReactNode
  /** Buttons before those that lead to the next and the previous row. */
  buttons?: (row: Row) => ReactNode
}

const idOfRow = <Row,>(row: Row) => (row as { id: number }).id

const asItIs = (list: ReactNode) => list

/** Makes a page with one list of its description: title, filters, rows, pager, drawer, and their keys. */
export function listPage<Row extends object, F extends Filters>(definition: ListDefinition<Row, F>) {
  const { id, spec, embedded, useParts } = definition
  const idOf: IdOf<Row> = definition.idOf ?? idOfRow
  return function ListOf() {
    const list = useList(id, spec)
    const { key, title, action, notice, filters, add, drawer, copies, around, children, ...table } = useParts(list)
    const navigate = useNavigate()
    const { opened, open } = useOpenRow(drawer && table.query.data?.data, idOf)
    const link = add && <AddLink {...add} />
    const shown = (around ?? asItIs)(
      <>
        <DataTable<Row>
          key={key}
          {...table}
          {...{ list, idOf }}
          caption={title}
          filters={filters && <ListFilters list={list} filters={filters} />}
          empty={{ ...table.empty, action: table.empty.action ?? link }}
          onCreate={add && (() => void navigate({ to: add.to, search: true }))}
          onCopy={(row) => {
            const text = copies?.(row) ?? String(idOf(row))
            void copyText(text, text)
          }}
          {...(drawer && {
            onOpen: open,
            current: (row) => opened !== null && idOf(row) === idOf(opened.row),
            openShowsAll: true,
          })}
        />
        {drawer && opened && (
          <Suspense>
            <RowDrawer
              {...opened}
              id={idOf(opened.row)}
              parts={drawer as RowParts<object>}
              columns={table.columns as readonly Column<never>[]}
              onOpen={open as (row: object | undefined) => void}
            />
          </Suspense>
        )}
        {children}
      </>,
    )
    if (embedded) return shown
    return (
      <ListFrame
        title={title}
        notice={notice}
        action={
          <>
            {action}
            {link}
          </>
        }
      >
        {shown}
        <Outlet />
      </ListFrame>
    )
  }
}

function AddLink({ to, label, icon: Icon = Plus }: NonNullable<ListParts<never>['add']>) {
  return (
    <Link to={to} search={true} className={buttonClass('primary')}>
      <Icon size={16} aria-hidden />
      {label}
    </Link>
  )
}

/** The row that the URL names as open, if it is on the page, and its neighbours. */
export interface OpenRow<Row> {
  row: Row
  previous: Row | undefined
  next: Row | undefined
}

/** Keeps the open row in the URL; the list's spec must have `opens`. */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, idOf: IdOf<Row>) {
  const navigate = useNavigate()
  const { row: id } = useSearch({ strict: false }) as { row?: number }
  const index = id === undefined ? -1 : (rows?.findIndex((row) => idOf(row) === id) ?? -1)
  const row = rows?.[index]
  const opened: OpenRow<Row> | null = row ? { row, previous: rows?.[index - 1], next: rows?.[index + 1] } : null
  const open = (next: Row | undefined) => {
    const merge = (search: object) => ({ ...search, row: next && idOf(next) })
    // The router cannot infer which of the routes with a `row` this is. Stepping is one history entry: back leads
    // to the list.
    void navigate({ to: '.', search: merge as never, replace: opened !== null, resetScroll: false })
  }
  return { opened, open }
}
