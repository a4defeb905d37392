/** One form for all names that readers without regard for case take for one another: they fold `\u017f` to `s`, too. */
const folded = (name: string) => (LOWER.test(name) ? name : name.toUpperCase().toLowerCase())
const LOWER = /^[a-z_]*$/

/**
 * Tells names that are none of `names`, but that some JSON readers take for one: Go's ignore case
 * (https://pkg.go.dev/encoding/json#Unmarshal). What passes through unread must mean the same at an upstream.
 */
export function lookalikesOf(names: Iterable<string>): (name: string) => boolean {
  const known = new Set(names)
  const forms = new Set([...known].map(folded))
  // Each call asks for each of its fields, and nearly all are told by this.
  const lengths = new Set([...known].map((name) => name.length))
  return (name) => lengths.has(name.length) && !known.has(name) && forms.has(folded(name))
}
