import { isRecord } from '#contract/is-record.ts'
import type { Limits } from '#contract/limits.ts'

/** The limits of one group, or of the models that a pattern matches. */
export interface LimitEntry {
  name: string
  limits: Limits
}

/** Reads the JSON of a map of limits; null where it is none, so that it can only be edited as text. */
export function entriesOf(text: string): LimitEntry[] | null {
  try {
    const map: unknown = JSON.parse(text.trim() || '{}')
    if (!isRecord(map)) return null
    const entries = Object.entries(map)
    if (!entries.every(([, limits]) => isRecord(limits))) return null
    return entries.map(([name, limits]) => ({ name, limits: limits as Limits }))
  } catch {
    return null
  }
}

/** Returns the JSON of entries, whose names differ. */
export const entriesText = (entries: readonly LimitEntry[]): string =>
  JSON.stringify(Object.fromEntries(entries.map(({ name, limits }) => [name, limits])))
