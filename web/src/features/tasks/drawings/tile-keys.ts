/**
 * Returns the index to which a key moves in a grid of `count` tiles with `columns` columns; undefined for
 * other keys.
 */
export function moved(key: string, at: number, { count, columns }: { count: number; columns: number }) {
  const next = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    // Moving past the last line stays in the column.
    ArrowUp: at >= columns ? at - columns : at,
    ArrowDown: at + columns < count ? at + columns : at,
    Home: 0,
    End: count - 1,
  }[key]
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1)
}
