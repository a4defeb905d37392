/** Values of a pager: first and last row number (0 when empty) and the number of pages, at least one. */
export function pageFacts(page: number, size: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  return { pages, from: total === 0 ? 0 : (page - 1) * size + 1, to: Math.min(page * size, total) }
}
