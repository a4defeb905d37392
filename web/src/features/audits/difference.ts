import { isRecord } from '#contract/is-record.ts'
/** One change in an audit row; an empty path stands for the whole value. */
export type Change =
  | { kind: 'value'; path: string[]; before: unknown; after: unknown }
  /** Removed and added members of a list. */
  | { kind: 'list'; path: string[]; removed: string[]; added: string[] }

/**
 * Returns the differences between the two JSON texts of an audit row, field by field; "" stands for no value.
 * JSON inside strings (mappings, ratios) is compared by entries, lists by members. For a value created or
 * deleted as a whole, the non-empty fields are returned.
 */
export function changesBetween(before: string, after: string): Change[] {
  return compare([], read(before), read(after))
}

function compare(path: string[], one: unknown, other: unknown): Change[] {
  const before = unfold(one)
  const after = unfold(other)
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isRecord(before) && isRecord(after)) return compareFields(path, before, after)
  if (isRecord(before) && isNothing(after)) return compareFields(path, filled(before), {})
  if (isNothing(before) && isRecord(after)) return compareFields(path, {}, filled(after))
  const [left, right] = [listOf(before, after), listOf(after, before)]
  if (left && right) {
    const removed = left.filter((item) => !right.includes(item))
    const added = right.filter((item) => !left.includes(item))
    // Lists that differ only in order or duplicates are returned as plain values.
    if (removed.length + added.length > 0) return [{ kind: 'list', path, removed, added }]
  }
  return [{ kind: 'value', path, before: one, after: other }]
}

function compareFields(path: string[], before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => compare([...path, name], before[name], after[name]))
}

function read(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Parses a text that holds a JSON object or list; returns other values unchanged. */
function unfold(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  const inner = read(value)
  return typeof inner === 'object' && inner !== null ? inner : value
}

const isNothing = (value: unknown) => value === undefined || value === null || value === ''

/** Returns the non-empty fields. */
const filled = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isBlank(value)))

function isBlank(value: unknown): boolean {
  const inner = unfold(value)
  if (typeof inner === 'object' && inner !== null) return Object.keys(inner).length === 0
  return !inner
}

/**
 * Returns the members of a list: an array of plain values, or comma-separated names where either text contains
 * a comma.
 */
function listOf(value: unknown, other: unknown): string[] | null {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object') ? value.map(String) : null
  if (typeof value !== 'string' || typeof other !== 'string') return null
  if (/\s/.test(value + other) || !(value + other).includes(',')) return null
  return value.split(',').filter(Boolean)
}
