/** One row of a name–value table. */
export type Pair = readonly [name: string, value: string]

/** The rows of a JSON object whose values are all texts or numbers; null for other texts. */
export function pairsOf(json: string): Pair[] | null {
  if (json.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  const plain = entries.every(([, each]) => typeof each === 'string' || typeof each === 'number')
  return plain ? entries.map(([name, each]) => [name, String(each)]) : null
}

/** The JSON object of the rows; "" = none. Rows without a name are skipped; the last of equal names wins. */
export function jsonOfPairs(pairs: readonly Pair[]): string {
  const named = pairs.map(([name, value]): Pair => [name.trim(), value.trim()]).filter(([name]) => name !== '')
  return named.length ? JSON.stringify(Object.fromEntries(named), null, 2) : ''
}

/** Names used by more than one row. */
export function repeatedNames(pairs: readonly Pair[]): Set<string> {
  const names = pairs.map(([name]) => name.trim()).filter(Boolean)
  return new Set(names.filter((name, index) => names.indexOf(name) !== index))
}
