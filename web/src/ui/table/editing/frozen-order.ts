import type { IdOf, RowId } from '../selection/selection.ts'

export interface FrozenOrder<Row> {
  rows: readonly Row[]
  /** Whether the server's order differs from the displayed one. */
  changed: boolean
}

/**
 * Keeps the displayed row order during editing, whatever order the server returns. Rows no longer on the page are
 * dropped; new ones come last.
 */
export function keepOrder<Row>(shown: readonly RowId[], fresh: readonly Row[], idOf: IdOf<Row>): FrozenOrder<Row> {
  const place = new Map(shown.map((id, index) => [id, index]))
  const rows = [...fresh].sort((a, b) => (place.get(idOf(a)) ?? shown.length) - (place.get(idOf(b)) ?? shown.length))
  return { rows, changed: rows.some((row, index) => row !== fresh[index]) }
}

/** Whether a column's values, from top to bottom, are sorted. */
export function looksSorted(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => Math.sign(value - values[index]!))
  return !(steps.includes(1) && steps.includes(-1))
}
