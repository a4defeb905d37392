import { commaList } from '#contract/comma-list.ts'
import { matchesModel } from '#contract/limits.ts'

/** The models that a token may use. */
export interface ModelList {
  /** As written: names, and patterns in which `*` stands for any characters. */
  readonly entries: readonly string[]
  has(model: string): boolean
}

/** Reads a comma list of names and patterns; an empty one contains no model. */
export function parseModelList(text: string): ModelList {
  const entries = commaList(text)
  const names = new Set(entries)
  const patterns = entries.filter((entry) => entry.includes('*'))
  return { entries, has: (model) => names.has(model) || (patterns.length > 0 && matchesModel(patterns, model)) }
}

/** Reads a stored list of endpoint kinds; undefined = all. A text without a known kind allows none. */
export const parseEndpointKinds = (text: string): ReadonlySet<string> | undefined =>
  text === '' ? undefined : new Set(commaList(text))
