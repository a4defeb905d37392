import type { ReactNode } from 'react'

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

/** A small table without a toolbar, which scrolls sideways on a phone. */
export function WideTable({ label, columns, children }: Props) {
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
export const WideRow = ({ children }: { children: ReactNode }) => (
  <tr className="h-row border-line border-b last:border-b-0 hover:bg-hover">{children}</tr>
)

/** A cell; `wrap` lets long texts have several lines. */
export const WideCell = ({ number, wrap, children }: { number?: boolean; wrap?: boolean; children: ReactNode }) => (
  <td className={`px-3 ${number ? 'text-right' : ''} ${wrap ? 'min-w-40 break-words py-1' : 'whitespace-nowrap'}`}>
    {children}
  </td>
)
