/** Where a key leads in a grid of `count` tiles, `columns` in a line; undefined for keys that lead nowhere. */
export function moved(key: string, at: number, { count, columns }: { count: number; columns: number }) {
  const next = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    // From the last lines one stays in one's column.
    ArrowUp: at >= columns ? at - columns : at,
    ArrowDown: at + columns < count ? at + columns : at,
    Home: 0,
    End: count - 1,
  }[key]
  return next === undefined ? undefined : Math.min(Math.max(next, 0), count - 1)
}
