/** Width and state of a cell. */
export interface Room {
  id: string
  width: number
  /** The cell is empty in this row, so that another one can take its space. */
  empty: boolean
}

/** A rendered cell: starts at column `id`, spans `span` columns, with the content of column `shows`. */
export interface Place {
  id: string
  span: number
  shows: string | undefined
}

/** Lays out the cells of a row when `spreading` takes the widest run of adjacent empty columns. */
export function cellSpans(rooms: readonly Room[], spreading: string | undefined): Place[] {
  const alone = rooms.map(({ id }): Place => ({ id, span: 1, shows: id === spreading ? undefined : id }))
  const own = rooms.findIndex(({ id }) => id === spreading)
  if (own < 0) return rooms.map(({ id }) => ({ id, span: 1, shows: id }))
  let best = runAround(rooms, own, own)
  for (let index = 0; index < rooms.length; index++) {
    const run = rooms[index]?.empty ? runAround(rooms, index, own) : best
    if (run.width > best.width) best = run
  }
  const wide = { id: rooms[best.from]?.id ?? '', span: best.until - best.from, shows: spreading }
  return [...alone.slice(0, best.from), wide, ...alone.slice(best.until)]
}

/** The empty columns on both sides of a column, including the spreading one if it is among them. */
function runAround(rooms: readonly Room[], index: number, own: number) {
  const free = (at: number) => at === own || rooms[at]?.empty === true
  let from = index
  let until = index + 1
  while (from > 0 && free(from - 1)) from -= 1
  while (until < rooms.length && free(until)) until += 1
  return { from, until, width: rooms.slice(from, until).reduce((sum, { width }) => sum + width, 0) }
}
