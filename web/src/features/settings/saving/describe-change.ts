import type { OptionKey } from '#contract/options.ts'
import { entriesOf } from '../options/limit-entries.ts'
import { isMapKind, type Line, linesOf } from '../options/map-lines.ts'
import { specOf } from '../options/sections.ts'

/** One difference between two values of an option; `name` is the row of a table. "" stands for no value. */
export interface Difference {
  name?: string
  before: string
  after: string
}

const MAX_CHARACTERS = 160

/** Returns the differences between two texts of an option: the changed table rows, or the whole value. */
export function differences(key: OptionKey, before: string, after: string): Difference[] {
  const { kind } = specOf(key)
  if (isMapKind(kind)) {
    const [old, next] = [linesOf(kind, before), linesOf(kind, after)]
    const found = old && next ? lineDifferences(old, next) : []
    if (found.length > 0) return found
  }
  if (kind === 'limit-map') {
    const lines = (text: string) =>
      entriesOf(text)?.map(({ name, limits }) => ({ name, value: JSON.stringify(limits) }))
    const [old, next] = [lines(before), lines(after)]
    const found = old && next ? lineDifferences(old, next) : []
    if (found.length > 0) return found
  }
  if (kind === 'list' || kind === 'lines') return memberDifferences(before, after, kind === 'list' ? ',' : '\n')
  return [{ before: short(before), after: short(after) }]
}

function lineDifferences(old: readonly Line[], next: readonly Line[]): Difference[] {
  const [before, after] = [toMap(old), toMap(next)]
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names]
    .map((name) => ({ name, before: before.get(name) ?? '', after: after.get(name) ?? '' }))
    .filter(
      (difference) =>
        difference.before !== difference.after || !(before.has(difference.name) && after.has(difference.name)),
    )
}

const toMap = (lines: readonly Line[]) => new Map(lines.map(({ name, value }) => [name, value]))

function memberDifferences(before: string, after: string, separator: string): Difference[] {
  const [old, next] = [members(before, separator), members(after, separator)]
  const gone = [...old.difference(next)].map((name) => ({ before: name, after: '' }))
  const come = [...next.difference(old)].map((name) => ({ before: '', after: name }))
  const all = [...gone, ...come]
  return all.length > 0 ? all : [{ before: short(before), after: short(after) }]
}

const members = (text: string, separator: string) =>
  new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  )

function short(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
