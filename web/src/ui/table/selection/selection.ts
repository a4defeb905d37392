/** Selected rows by id. Complete rows are kept, so that rows selected on page 1 can be used on page 3. */
export type Selection<Row> = ReadonlyMap<RowId, Row>
export type RowId = string | number
export type IdOf<Row> = (row: Row) => RowId

export function setRows<Row>(selection: Selection<Row>, rows: readonly Row[], idOf: IdOf<Row>, chosen: boolean) {
  const next = new Map(selection)
  for (const row of rows) {
    if (chosen) next.set(idOf(row), row)
    else next.delete(idOf(row))
  }
  return next
}

/** The rows of a page from `anchor` to `target`, inclusive; only the target if the anchor is not on this page. */
export function rowsBetween<Row>(page: readonly Row[], idOf: IdOf<Row>, anchor: RowId | null, target: RowId): Row[] {
  const to = page.findIndex((row) => idOf(row) === target)
  const found = page.findIndex((row) => idOf(row) === anchor)
  const from = found < 0 ? to : found
  return to < 0 ? [] : page.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Selection state of a page; `empty`: the page has no rows. */
export type Coverage = 'empty' | 'none' | 'some' | 'all'

/** The state of the checkbox in the table's head. */
export function pageCoverage<Row>(selection: Selection<Row>, page: readonly Row[], idOf: IdOf<Row>): Coverage {
  if (page.length === 0) return 'empty'
  const chosen = page.filter((row) => selection.has(idOf(row))).length
  return chosen === 0 ? 'none' : chosen === page.length ? 'all' : 'some'
}

/** Replaces selected rows by their newer versions, so that a bulk action never works on stale values. */
export function refreshRows<Row>(selection: Selection<Row>, page: readonly Row[], idOf: IdOf<Row>): Selection<Row> {
  const stale = page.filter((row) => selection.has(idOf(row)) && selection.get(idOf(row)) !== row)
  return stale.length ? setRows(selection, stale, idOf, true) : selection
}
