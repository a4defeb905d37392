import { Children, createContext, type ReactNode, useContext } from 'react'
import { DASH } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'

export interface WideColumn {
  name: string
  /** Numbers stand at the right. */
  number?: boolean
}

interface Props {
  label: string
  columns: readonly WideColumn[]
  children: ReactNode
}

/** The columns of a table whose rows are cards; undefined = they are rows. */
const CardColumns = createContext<readonly WideColumn[] | undefined>(undefined)
/** The name of a cell's column in a card; undefined = the head of its column says it. */
const CellName = createContext<string | undefined>(undefined)

/** A small table without a toolbar. On a phone each row is a card that names its cells. */
export const WideTable = (props: Props) => (useMedia(MEDIA.phone) ? <RowCards {...props} /> : <Rows {...props} />)

const RowCards = ({ label, columns, children }: Props) => (
  <CardColumns value={columns}>
    <section aria-label={label}>
      <ul className="surface tabular-nums">{children}</ul>
    </section>
  </CardColumns>
)

function Rows({ label, columns, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
      tabIndex={0}
      className="surface relative overflow-x-auto"
    >
      <table className="w-full tabular-nums">
        <thead className="text-small text-muted">
          <tr className="h-row border-line border-b">
            {columns.map(({ name, number }) => (
              <th key={name} scope="col" className={`whitespace-nowrap px-3 ${number ? 'text-right' : 'text-left'}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** A row of such a table. */
export function WideRow({ children }: { children: ReactNode }) {
  const columns = useContext(CardColumns)
  if (!columns) return <tr className="h-row border-line border-b last:border-b-0 hover:bg-hover">{children}</tr>
  return (
    <li className="flex flex-col gap-1 border-line border-b px-3 py-2.5 last:border-b-0">
      {Children.map(children, (cell, index) => (
        <CellName value={columns[index]?.name ?? ''}>{cell}</CellName>
      ))}
    </li>
  )
}

/** The cell that says what its row is about, the first. */
export function WideHead({ strong, children }: { strong?: boolean; children: ReactNode }) {
  const isCard = useContext(CellName) !== undefined
  if (isCard) return <div className="break-words font-strong">{children}</div>
  return (
    <th scope="row" className={`whitespace-nowrap px-3 text-left ${strong ? 'font-strong' : 'font-normal'}`}>
      {children}
    </th>
  )
}

/** What a cell has that says nothing; the dash keeps the place of a value in a row. */
const EMPTY: readonly ReactNode[] = ['', DASH, false, null, undefined]

/** A cell; `wrap` lets long texts have several lines. A card leaves out one that is empty. */
export function WideCell({ number, wrap, children }: { number?: boolean; wrap?: boolean; children: ReactNode }) {
  const name = useContext(CellName)
  if (name === undefined) {
    const lines = wrap ? 'min-w-40 break-words py-1' : 'whitespace-nowrap'
    return <td className={`px-3 ${number ? 'text-right' : ''} ${lines}`}>{children}</td>
  }
  if (EMPTY.includes(children)) return null
  return (
    <div className="flex items-baseline justify-between gap-4">
      <span className="shrink-0 text-muted text-small">{name}</span>
      <div className="wrap-anywhere min-w-0 text-right">{children}</div>
    </div>
  )
}
