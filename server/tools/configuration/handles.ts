import { addProblem, type Run } from './run.ts'

/**
 * Names rows in a document: each by its label, and those of the same label by `label#2`, `label#3` in the order of their
 * ids, so that another database names its copies the same.
 */
export function handlesOf<Row extends { id: number }>(
  rows: readonly Row[],
  labelOf: (row: Row) => string,
): Map<string, Row> {
  const handles = new Map<string, Row>()
  for (const row of rows.toSorted((a, b) => a.id - b.id)) {
    const label = labelOf(row)
    let handle = label
    for (let place = 2; handles.has(handle); place++) handle = `${label}#${place}`
    handles.set(handle, row)
  }
  return handles
}

/** Refuses items that another export would give other keys; `ids`: the rows of the document's items by their keys. */
export function checkHandles(
  run: Run,
  section: string,
  ids: ReadonlyMap<string, number>,
  handles: ReadonlyMap<string, { id: number }>,
): void {
  const names = new Map([...handles].map(([handle, { id }]) => [id, handle]))
  for (const [key, id] of ids) {
    const name = names.get(id)
    if (name !== undefined && name !== key) addProblem(run, [section, key], 'configuration_name', { name })
  }
}
