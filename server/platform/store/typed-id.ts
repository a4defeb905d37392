/** The id that a search text is, or undefined. Longer numbers are no ids, and would not fit the column. */
export function readTypedId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
