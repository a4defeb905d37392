import type { ReactNode } from 'react'
import { fullNumber, shortNumber } from '#web/lib/format.ts'
import { CopyButton } from '../copy.tsx'
import { Money } from '../money.tsx'
import { Tag } from '../tag.tsx'
import type { TagColour } from '../tag-colour.ts'
import { Time } from '../time.tsx'
import { tip, tipIfCut } from '../tooltip.tsx'
import type { Column } from './columns.ts'

/** What every column is given; the rest has a default that suits the kind. */
type Base<Row> = Pick<Column<Row>, 'id' | 'header'> & Partial<Omit<Column<Row>, 'cell'>>

/** What the row is called: stays in sight at the start, and heads its card. */
export function nameColumn<Row>(given: Base<Row> & Pick<Column<Row>, 'cell'>): Column<Row> {
  return { priority: 1, width: 160, pin: 'start', card: 'title', ...given }
}

/** What state the row is in; beside the title of its card. */
export function statusColumn<Row>(given: Base<Row> & Pick<Column<Row>, 'cell'>): Column<Row> {
  return { priority: 1, width: 108, card: 'status', ...given }
}

/** For the link from a row's name to its drawer: `<Link to=… {...nameLink(name)} />`. The list behind stays as it is. */
export const nameLink = (name: string) =>
  ({
    search: true,
    className: 'block truncate text-left leading-6 hover:underline',
    children: name,
    ...tipIfCut(name),
  }) as const

/** The row's number, monospaced. */
export function idColumn<Row>({ value, ...base }: Base<Row> & { value: (row: Row) => number }): Column<Row> {
  return { priority: 2, width: 72, ...base, cell: (row) => <span className="tabular-nums">{value(row)}</span> }
}

interface TextOptions<Row> {
  value: (row: Row) => string
  /** Ids and keys differ at the end: cut those in the middle. */
  cut?: 'end' | 'middle'
  /** Name of a button that copies the value. */
  copyLabel?: (row: Row) => string
}

/** Text in one line; when cut off, the whole is in its tooltip. */
export function textColumn<Row>({ value, cut, copyLabel, ...base }: Base<Row> & TextOptions<Row>): Column<Row> {
  const cell = (row: Row) => {
    const text = value(row)
    return (
      <span className="flex items-center gap-1">
        {cut === 'middle' ? <MiddleCut text={text} /> : <EndCut text={text} />}
        {copyLabel && text && <CopyButton label={copyLabel(row)} text={text} shown={text} />}
      </span>
    )
  }
  return { priority: 2, width: 180, ...base, cell }
}

/** An amount of quota; 6 digits for single charges. */
export function moneyColumn<Row>({
  value,
  digits,
  ...base
}: Base<Row> & { value: (row: Row) => number; digits?: 2 | 6 }): Column<Row> {
  return { priority: 2, width: 104, align: 'end', ...base, cell: (row) => <Money quota={value(row)} digits={digits} /> }
}

/** A count of tokens or calls in short form, exact in its tooltip. */
export function countColumn<Row>({ value, ...base }: Base<Row> & { value: (row: Row) => number }): Column<Row> {
  const cell = (row: Row) => {
    const short = shortNumber(value(row))
    const full = fullNumber(value(row))
    return <span {...tip(short === String(value(row)) ? undefined : full)}>{short}</span>
  }
  return { priority: 2, width: 88, align: 'end', ...base, cell }
}

/** A moment in Unix seconds: relative within a day, exact in its tooltip; `exact` shows the date always. */
export function timeColumn<Row>({
  value,
  exact,
  ...base
}: Base<Row> & { value: (row: Row) => number; exact?: boolean }): Column<Row> {
  return { priority: 3, width: 160, ...base, cell: (row) => <Time at={value(row)} exact={exact} /> }
}

/** A word with a colour. */
export function tagColumn<Row>({
  value,
  ...base
}: Base<Row> & { value: (row: Row) => { text: string; colour: TagColour; tooltip?: string } }): Column<Row> {
  const cell = (row: Row) => {
    const { text, colour, tooltip } = value(row)
    return (
      <Tag colour={colour} tooltip={tooltip}>
        {text}
      </Tag>
    )
  }
  return { priority: 1, width: 112, ...base, cell }
}

/** A row's buttons, always in reach at the end. Name each with the row it acts on. */
export function actionsColumn<Row>({
  buttons,
  ...base
}: Omit<Base<Row>, 'id'> & { buttons: (row: Row) => ReactNode }): Column<Row> {
  return {
    id: 'actions',
    priority: 1,
    width: 120,
    pin: 'end',
    align: 'end',
    card: 'actions',
    ...base,
    cell: (row) => <span className="flex items-center justify-end gap-0.5">{buttons(row)}</span>,
  }
}

/** Text that loses its end when there is no room. */
export function EndCut({ text }: { text: string }) {
  return (
    <span className="min-w-0 truncate" {...tipIfCut(text)}>
      {text}
    </span>
  )
}

const TAIL = 6

/** Signs of the head that are always there: a lonely first one would run into the tail, unmarked. */
const HEAD = 3

/** Text that loses its middle when there is no room; copying the selection still gives the whole. */
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
