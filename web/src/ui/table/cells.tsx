import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { CopyButton } from '../copy/copy.tsx'
import { Money } from '../money.tsx'
import { Time } from '../time.tsx'
import { tip, tipIfCut } from '../tooltip.tsx'
import type { Column } from './columns/columns.ts'

/** Differences from the usual column of its kind. */
type Rest<Row> = Partial<Omit<Column<Row>, 'id' | 'header' | 'cell'>>
type Cell<Row> = Column<Row>['cell']

/** A column of the second priority. */
export function column<Row>(id: string, header: string, width: number, cell: Cell<Row>, rest?: Rest<Row>): Column<Row> {
  return { id, header, width, cell, priority: 2, ...rest }
}

/** Room for a name of 20 signs; what else a row tells gives way first. */
const NAME_WIDTH = 188

/** The row's name: pinned at the start, and the title of its card. */
export function nameColumn<Row>(id: string, header: string, cell: Cell<Row>, rest?: Rest<Row>): Column<Row> {
  return column(id, header, NAME_WIDTH, cell, { priority: 1, pin: 'start', card: 'title', ...rest })
}

/** The row's status; beside the title of its card. */
export function statusColumn<Row>(id: string, header: string, cell: Cell<Row>, rest?: Rest<Row>): Column<Row> {
  return column(id, header, 108, cell, { priority: 1, card: 'status', ...rest })
}

/**
 * Props of the link from a row's name to its drawer: `<Link to=… {...nameLink(name)} />`. The list behind stays
 * unchanged.
 */
export const nameLink = (name: string) =>
  ({
    search: true,
    className: 'block w-fit max-w-full truncate text-left leading-6 hover:underline',
    children: name,
    ...tipIfCut(name),
  }) as const

/** The search part of a link that opens the drawer of a row of the same list. */
export const opening = (id: number) => ((search: object) => ({ ...search, row: id })) as never

interface RowLinkProps {
  id: number
  text: string
  /** Verb and object, for screen readers. */
  label: string
  /** Ids differ at the end: they are cut in the middle. */
  cut?: 'end' | 'middle'
}

/** A text that opens the drawer of its row. */
export function RowLink({ id, text, label, cut }: RowLinkProps) {
  return (
    <Link
      to="."
      search={opening(id)}
      resetScroll={false}
      aria-label={`${label}: ${text}`}
      className="flex min-h-6 w-fit max-w-full min-w-0 items-center text-start hover:underline"
    >
      {cut === 'middle' ? <MiddleCut text={text} /> : <EndCut text={text} />}
    </Link>
  )
}

/** The row's id. */
export function idColumn<Row>(id: string, header: string, value: (row: Row) => number, rest?: Rest<Row>): Column<Row> {
  return column(id, header, 72, (row) => <span className="tabular-nums">{value(row)}</span>, rest)
}

interface TextOptions<Row> extends Rest<Row> {
  /** Ids and keys differ at the end, so they are cut in the middle. */
  cut?: 'end' | 'middle'
  /** Label of a button that copies the value. */
  copyLabel?: (row: Row) => string
}

/** Text in one line; when cut, its tooltip shows the full text. */
export function textColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => string,
  { cut, copyLabel, ...rest }: TextOptions<Row> = {},
): Column<Row> {
  const cell = (row: Row) => {
    const text = value(row)
    return (
      <span className="flex items-center gap-1">
        {cut === 'middle' ? <MiddleCut text={text} /> : <EndCut text={text} />}
        {copyLabel && text && <CopyButton label={copyLabel(row)} text={text} shown={text} />}
      </span>
    )
  }
  return column(id, header, 180, cell, rest)
}

/** An amount of quota. */
export function moneyColumn<Row>(id: string, header: string, value: (row: Row) => number, rest?: Rest<Row>) {
  return column<Row>(id, header, 104, (row) => <Money quota={value(row)} />, { align: 'end', ...rest })
}

/** A number of tokens or calls in short form, with the exact number in its tooltip. */
export function countColumn<Row>(id: string, header: string, value: (row: Row) => number, rest?: Rest<Row>) {
  const cell = (row: Row) => {
    const short = shortNumber(value(row))
    const full = fullNumber(value(row))
    return <span {...tip(short === String(value(row)) ? undefined : full)}>{short}</span>
  }
  return column<Row>(id, header, 88, cell, { align: 'end', ...rest })
}

/** A time in Unix seconds: relative within a day, exact in its tooltip; `exact` always shows the date. */
export function timeColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number,
  { exact, ...rest }: Rest<Row> & { exact?: boolean } = {},
): Column<Row> {
  return column(id, header, 160, (row) => <Time at={value(row)} exact={exact} />, { priority: 3, ...rest })
}

/** Buttons of a row, pinned at the end. Label each with the row's name. */
export function actionsColumn<Row>(header: string, width: number, buttons: (row: Row) => ReactNode): Column<Row> {
  const cell = (row: Row) => <span className="flex items-center justify-end gap-0.5">{buttons(row)}</span>
  return column('actions', header, width, cell, { priority: 1, pin: 'end', align: 'end', card: 'actions' })
}

/** Text that is cut at its end when it does not fit. */
export function EndCut({ text }: { text: string }) {
  return (
    <span className="block min-w-0 truncate" {...tipIfCut(text)}>
      {text}
    </span>
  )
}

const TAIL = 6

/** Number of leading characters that are always shown, so that a short head is distinguishable from the tail. */
const HEAD = 3

/** Text that is cut in its middle when it does not fit; copying the selection yields the full text. */
export function MiddleCut({ text }: { text: string }) {
  const head = text.slice(0, -TAIL)
  return (
    <span className="flex min-w-0 font-mono text-small" {...tip(text.length > 2 * TAIL ? text : undefined)}>
      <span className="truncate" style={{ minWidth: `${Math.min(HEAD, head.length)}ch` }}>
        {head}
      </span>
      <span className="shrink-0">{text.slice(-TAIL)}</span>
    </span>
  )
}
