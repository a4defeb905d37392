import type { HealthCell } from '#contract/api/traffic.ts'
import type { FailureKind } from '#contract/traffic.ts'

/** The number of failures for which the channel or its vendor is responsible. */
export const failuresOf = ({ failed }: Pick<HealthCell, 'failed'>): number =>
  kindsOf({ failed }).reduce((sum, [kind, count]) => sum + (kind === 'caller' ? 0 : count), 0)

/** The kinds of failures that occurred, most frequent first. */
export const kindsOf = ({ failed }: Pick<HealthCell, 'failed'>): [FailureKind, number][] =>
  (Object.entries(failed) as [FailureKind, number][]).toSorted((a, b) => b[1] - a[1])

/** The share of attempts that succeeded, 0 … 1; undefined = there were none. */
export function successOf(cell: Pick<HealthCell, 'served' | 'failed'>): number | undefined {
  const calls = cell.served + failuresOf(cell)
  return calls === 0 ? undefined : cell.served / calls
}

export type Level = 'good' | 'fair' | 'bad'

const GOOD = 0.99
const FAIR = 0.9

/** How a share of successes is judged. */
export const levelOf = (share: number): Level => (share >= GOOD ? 'good' : share >= FAIR ? 'fair' : 'bad')

/** The text colour of each level. */
export const LEVEL_TEXT = { good: 'text-success', fair: 'text-warning', bad: 'text-danger' } as const

export type Slice = HealthCell['slices'][number]

/** One slice for each `step` of a range, with zeros where nothing happened. */
export function allSlices(
  cell: HealthCell,
  { start, end, step }: { start: number; end: number; step: number },
): Slice[] {
  const known = new Map(cell.slices.map((slice) => [slice.at, slice]))
  const first = start - (start % step)
  const count = Math.floor((end - first) / step) + 1
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step
    return known.get(at) ?? { at, served: 0, failed: 0 }
  })
}

/** Cells whose channel or model contains a text; with `failing`, only those with failures of theirs. */
export function selectCells(cells: readonly HealthCell[], keyword: string, failing: boolean): HealthCell[] {
  const words = keyword.trim().toLowerCase()
  const contains = (text: string) => text.toLowerCase().includes(words)
  return cells.filter(
    (cell) =>
      (!failing || failuresOf(cell) > 0) &&
      (words === '' || contains(cell.channel_name) || contains(cell.model_name) || words === String(cell.channel_id)),
  )
}
