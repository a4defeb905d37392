import { type Line, textOf } from './map-lines.ts'

/** A table of numbers with further names in front, whose numbers are still to be typed. */
export function withNames(lines: readonly Line[], names: readonly string[]): { lines: Line[]; text: string } {
  const next = [...names.map((name) => ({ name, value: '' })), ...lines]
  return { lines: next, text: textOf('ratio-map', next) }
}
