/**
 * Reads a list filter from an untrusted URL value. undefined = not set; invalid values count as not set. A `secret`
 * value is never written to the URL (it may be a pasted key) and is kept in memory only.
 */
export interface Filter<T extends FilterValue> {
  parse(raw: unknown): T | undefined
  /** Whether a value is secret; absent = never. */
  secret?(value: T): boolean
}

export type FilterValue = string | number | boolean

const asText = (raw: unknown) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined)

/** Free text, trimmed; the router may have read digits as a number. */
export function text({ secret }: { secret?: true | ((value: string) => boolean) } = {}): Filter<string> {
  const parse = (raw: unknown) => asText(raw)?.trim() || undefined
  return secret ? { parse, secret: secret === true ? () => true : secret } : { parse }
}

/** One of a fixed set of texts or numbers. */
export function oneOf<const T extends string | number>(allowed: readonly T[]): Filter<T> {
  return { parse: (raw) => allowed.find((value) => String(value) === String(raw)) }
}

/** A whole number, such as an id or a Unix time in seconds. */
export function integer({ min = Number.MIN_SAFE_INTEGER } = {}): Filter<number> {
  return {
    parse(raw) {
      const value = Number(asText(raw) || Number.NaN)
      return Number.isSafeInteger(value) && value >= min ? value : undefined
    },
  }
}

/** A flag; set only when the URL says `true`. */
export function flag(): Filter<true> {
  return { parse: (raw) => (raw === true || raw === 'true' ? true : undefined) }
}
