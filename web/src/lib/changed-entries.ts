/** The entries of `edited` that differ from `former`; lists and objects are compared by value. */
export function changedEntries<T extends object>(former: object, edited: T): Partial<T> {
  const stored = new Map<string, unknown>(Object.entries(former))
  const changed = Object.entries(edited).filter(([name, value]) => !isSame(value, stored.get(name)))
  return Object.fromEntries(changed) as Partial<T>
}

const isSame = (one: unknown, other: unknown) => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)
