import { type Line, textOf } from '../options/map-lines.ts'

/** Prepends rows for further names, whose numbers are still to be entered. */
export function withNames(lines: readonly Line[], names: readonly string[]): { lines: Line[]; text: string } {
  const next = [...names.map((name) => ({ name, value: '' })), ...lines]
  return { lines: next, text: textOf('ratio-map', next) }
}
