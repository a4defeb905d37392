import { CELL_NAMES, type CellName, type CellProblem, ownPriceOf, type PriceCells } from '#contract/dollar-prices.ts'
import { type PriceDrafts, type PriceRow, typedPrice, withCell } from './price-rows.ts'

/** Why a line of a sheet is not taken. */
export type LineReason = 'unknownModel' | 'repeated' | 'noPrice' | 'tooManyCells' | CellProblem

export interface BadLine {
  /** From 1. */
  line: number
  text: string
  reason: LineReason
  cell?: CellName
}

export interface PriceSheet {
  /** The cells that the sheet gives, by model. */
  good: Map<string, PriceCells>
  bad: BadLine[]
  /** Headings of columns that the table has no cell for. */
  ignored: string[]
  /** The line of headings, if there is one. */
  head: string | undefined
}

/**
 * Reads prices copied from a sheet: model, input, output, cached read, per call, separated by tabs, semicolons or
 * commas. A line of headings may give other columns. An empty cell leaves the price as it is.
 */
export function readSheet(text: string, rows: readonly PriceRow[], drafts: PriceDrafts): PriceSheet {
  const lines = text.split(/\r?\n/)
  const separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const first = lines.findIndex((line) => line.trim() !== '')
  const headings = first < 0 ? undefined : headingsOf(splitLine(lines[first] ?? '', separator))
  const byName = new Map(rows.map((row) => [row.model, row]))
  const sheet: PriceSheet = { good: new Map(), bad: [], ignored: headings?.ignored ?? [], head: undefined }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    if (headings && index === first) {
      sheet.head = line
      continue
    }
    const [model = '', ...values] = splitLine(line, separator)
    const row = byName.get(model)
    const bad = (reason: LineReason, cell?: CellName) =>
      sheet.bad.push({ line: index + 1, text: line, reason, ...(cell && { cell }) })
    if (!row) bad('unknownModel')
    else if (sheet.good.has(model)) bad('repeated')
    else {
      const found = cellsIn(values, headings?.cells ?? CELL_NAMES, drafts.get(model) ?? row.stored)
      if (typeof found === 'string') bad(found)
      else {
        const [problem] = Object.entries(ownPriceOf(found, row.own, row.listed).problems ?? {})
        if (problem) bad(problem[1], problem[0] as CellName)
        else sheet.good.set(model, found)
      }
    }
  }
  return sheet
}

function cellsIn(
  values: readonly string[],
  columns: readonly (CellName | null)[],
  before: PriceCells,
): PriceCells | 'noPrice' | 'tooManyCells' {
  const given: Partial<PriceCells> = {}
  for (const [index, value] of values.entries()) {
    const text = NOTHING.test(value) ? '' : typedPrice(value)
    if (text === '') continue
    if (index >= columns.length) return 'tooManyCells'
    const name = columns[index]
    if (name) given[name] = text
  }
  const names = CELL_NAMES.filter((name) => given[name] !== undefined)
  if (names.length === 0) return 'noPrice'
  // Both kinds of price in one line contradict each other: the cells are judged as they were given.
  if (given.perCall !== undefined && names.length > 1) return { ...before, ...given }
  return names.reduce((cells, name) => withCell(cells, name, given[name] ?? ''), before)
}

const NOTHING = /^\s*(?:[-–—]|n\/a)?\s*$/i

/** Which cell a heading means; write prices of the cache have no cell. */
const HEADINGS: readonly [RegExp, CellName | null][] = [
  [/write|creat|写/i, null],
  [/cache|缓存/i, 'cacheRead'],
  [/call|request|次/i, 'perCall'],
  [/\bin\b|input|prompt|输入|提示/i, 'input'],
  [/\bout\b|output|completion|输出|补全/i, 'output'],
]

function headingsOf([name = '', ...others]: readonly string[]) {
  if (others.length === 0 || others.some((text) => /^\s*\$?\s*[\d.]+\s*$/.test(text))) return undefined
  const cells = others.map((text) => HEADINGS.find(([pattern]) => pattern.test(text))?.[1] ?? null)
  if (!/model|name|模型|名称/i.test(name) && !cells.some((cell) => cell !== null)) return undefined
  return { cells, ignored: others.filter((text, index) => cells[index] === null && text.trim() !== '') }
}

/** Splits a line at a separator that is not inside quotes. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]
    if (quoted && sign === '"' && line[at + 1] === '"') {
      cell += '"'
      at++
    } else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}
