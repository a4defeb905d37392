/** Splits a comma list and drops blanks and repetitions; the order is kept. */
export function commaList(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean)
}
