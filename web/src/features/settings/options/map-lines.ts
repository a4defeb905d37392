import { isRecord } from '#contract/is-record.ts'
import type { OptionSpec } from '#contract/options.ts'

/** One row of an edited map, as typed. */
export interface Line {
  readonly name: string
  readonly value: string
}

/** Option kinds that are edited as tables: name → number, text or choice, and the list of name → link. */
export type MapKind = Extract<OptionSpec['kind'], 'ratio-map' | 'label-map' | 'choice-map' | 'chats'>

export const isMapKind = (kind: OptionSpec['kind']): kind is MapKind =>
  kind === 'ratio-map' || kind === 'label-map' || kind === 'choice-map' || kind === 'chats'

/** Returns the rows of an option's JSON; null when a table cannot show it. */
export function linesOf(kind: MapKind, text: string): Line[] | null {
  if (text.trim() === '') return []
  const value = parse(text)
  if (kind !== 'chats') return isRecord(value) ? lines(value, kind === 'ratio-map' ? 'number' : 'string') : null
  if (!Array.isArray(value)) return null
  const all = value.map((item) => (isRecord(item) ? lines(item, 'string') : null))
  return all.every((each) => each?.length === 1) ? all.flatMap((each) => each ?? []) : null
}

function lines(record: Record<string, unknown>, type: 'number' | 'string'): Line[] | null {
  const entries = Object.entries(record)
  if (!entries.every(([, value]) => typeof value === type)) return null
  return entries.map(([name, value]) => ({ name, value: String(value) }))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the JSON of the rows. Empty rows are dropped; the last of equal names is used. */
export function textOf(kind: MapKind, all: readonly Line[]): string {
  const filled = all.map(trimmed).filter(({ name, value }) => name !== '' || value !== '')
  if (kind === 'chats') return JSON.stringify(filled.map(({ name, value }) => ({ [name]: value })))
  const typed = (value: string) => (kind === 'ratio-map' ? Number(value) : value)
  return JSON.stringify(Object.fromEntries(filled.map(({ name, value }) => [name, typed(value)])))
}

const trimmed = ({ name, value }: Line): Line => ({ name: name.trim(), value: value.trim() })

export type LineProblem = 'nameMissing' | 'valueMissing' | 'repeated' | 'notNumber' | 'tooLarge' | 'comma'

interface Rules {
  kind: MapKind
  /** The maximum number in a ratio map. */
  max?: number
  /** The names are groups and must not contain commas, which separate groups in lists. */
  groups?: boolean
}

/** Returns the errors of rows by index. Completely empty rows are valid: they are dropped. */
export function checkLines(all: readonly Line[], { kind, max = Infinity, groups }: Rules): Map<number, LineProblem> {
  const seen = new Set<string>()
  const problems = new Map<number, LineProblem>()
  for (const [index, line] of all.entries()) {
    const { name, value } = trimmed(line)
    if (name === '' && value === '') continue
    const problem = problemOf(name, value)
    if (problem) problems.set(index, problem)
    seen.add(name)
  }
  return problems

  function problemOf(name: string, value: string): LineProblem | null {
    if (name === '') return 'nameMissing'
    if (seen.has(name) && kind !== 'chats') return 'repeated'
    if (groups && name.includes(',')) return 'comma'
    if (kind === 'label-map') return null
    if (value === '') return 'valueMissing'
    if (kind === 'chats' || kind === 'choice-map') return null
    const number = Number(value)
    if (!Number.isFinite(number) || number < 0) return 'notNumber'
    return number > max ? 'tooLarge' : null
  }
}

/** The result of reading pasted text. */
export interface Pasted {
  lines: Line[]
  /** Number of lines that could not be parsed. */
  unread: number
}

/**
 * Parses pasted lines: the option's JSON, or a name and a value per line, separated by a tab, an equals sign,
 * a colon, a comma or blanks. A name may contain colons and commas, so the last separator is used.
 */
export function readPasted(kind: MapKind, text: string): Pasted {
  const json = /^\s*[[{]/.test(text) ? linesOf(kind, text) : null
  if (json) return { lines: json, unread: 0 }
  const rows = text.split('\n').filter((row) => row.trim() !== '')
  const read = rows.map((row) => readRow(kind, row))
  return { lines: read.filter((line) => line !== null), unread: read.filter((line) => line === null).length }
}

const NUMBER_ROW = /^\s*"?(.+?)"?\s*[\t=:：,，\s]\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*,?\s*$/i
const TEXT_ROW = /^\s*"?([^\t=:：]+?)"?\s*(?:\t|=|:|：)\s*"?(.+?)"?\s*,?\s*$/

function readRow(kind: MapKind, row: string): Line | null {
  const found = (kind === 'ratio-map' ? NUMBER_ROW : TEXT_ROW).exec(row)
  return found ? { name: found[1] ?? '', value: found[2] ?? '' } : null
}

/** Merges pasted rows into a table: existing names get the new value, new ones are appended. */
export function mergeLines(before: readonly Line[], pasted: readonly Line[]) {
  const incoming = new Map(pasted.map((line) => [line.name.trim(), line]))
  const merged = before.map((line) => {
    const next = incoming.get(line.name.trim())
    incoming.delete(line.name.trim())
    return next ? { ...line, value: next.value } : line
  })
  const changed = merged.filter((line, index) => line.value !== before[index]?.value).length
  return { lines: [...merged, ...incoming.values()], added: incoming.size, changed }
}
