/** Maps all names to one form that case-insensitive parsers treat as equal: they fold `\u017f` to `s`, too. */
const foldCase = (name: string) => (LOWER.test(name) ? name : name.toUpperCase().toLowerCase())
const LOWER = /^[a-z_]*$/

/**
 * Returns a test for names that are not among `names`, but that some JSON parsers treat as one of them: Go's ignore
 * case (https://pkg.go.dev/encoding/json#Unmarshal). An unparsed body must mean the same at the upstream.
 */
export function createSimilarKeyTest(names: Iterable<string>): (name: string) => boolean {
  const known = new Set(names)
  const forms = new Set([...known].map(foldCase))
  // The test runs for each field of each call, and the length decides nearly all of them.
  const lengths = new Set([...known].map((name) => name.length))
  return (name) => lengths.has(name.length) && !known.has(name) && forms.has(foldCase(name))
}
