import {
  CELL_NAMES,
  type CellName,
  type CellProblem,
  ownPriceOf,
  type PriceCells,
} from '#contract/prices/dollar-prices.ts'
import { EXTRA_NAMES, type ExtraCells, type ExtraName, extraProblems } from '#contract/prices/price-terms.ts'
import { type PriceDrafts, type PriceRow, type TermsDrafts, typedPrice, withCell } from './price-rows.ts'

/** Why a line of a sheet is not taken. */
export type LineReason = 'unknownModel' | 'repeated' | 'noPrice' | 'tooManyCells' | CellProblem

export interface BadLine {
  /** From 1. */
  line: number
  text: string
  reason: LineReason
  cell?: CellName | ExtraName
}

export interface PriceSheet {
  /** The cells that the sheet gives, by model. */
  good: Map<string, PriceCells>
  /** The further prices that it gives, by model. */
  extras: Map<string, ExtraCells>
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
export function readSheet(
  text: string,
  rows: readonly PriceRow[],
  drafts: PriceDrafts,
  terms: TermsDrafts = new Map(),
): PriceSheet {
  const lines = text.split(/\r?\n/)
  const separator = text.includes('\t') ? '\t' : text.includes(';') ? ';' : ','
  const first = lines.findIndex((line) => line.trim() !== '')
  const headings = first < 0 ? undefined : headingsOf(splitLine(lines[first] ?? '', separator))
  const byName = new Map(rows.map((row) => [row.model, row]))
  const sheet: PriceSheet = {
    good: new Map(),
    extras: new Map(),
    bad: [],
    ignored: headings?.ignored ?? [],
    head: undefined,
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    if (headings && index === first) {
      sheet.head = line
      continue
    }
    const [model = '', ...values] = splitLine(line, separator)
    const row = byName.get(model)
    const bad = (reason: LineReason, cell?: CellName | ExtraName) =>
      sheet.bad.push({ line: index + 1, text: line, reason, ...(cell && { cell }) })
    if (!row) bad('unknownModel')
    else if (sheet.good.has(model)) bad('repeated')
    else {
      const found = cellsIn(values, headings?.cells ?? CELL_NAMES, drafts.get(model) ?? row.stored)
      if (typeof found === 'string') bad(found)
      else {
        const { extras: given, ...cells } = found
        const extras = { ...(terms.get(model) ?? row.terms).extras, ...given }
        const { own = row.own, problems = {} } = ownPriceOf(cells, row.own, row.listed)
        const isGiven = Object.keys(given).length > 0
        const [problem] = Object.entries({ ...problems, ...(isGiven && extraProblems(extras, own, row.listed)) })
        if (problem) bad(problem[1], problem[0] as CellName | ExtraName)
        else {
          sheet.good.set(model, cells)
          if (isGiven) sheet.extras.set(model, extras)
        }
      }
    }
  }
  return sheet
}

function cellsIn(
  values: readonly string[],
  columns: readonly (CellName | ExtraName | null)[],
  before: PriceCells,
): (PriceCells & { extras: Partial<ExtraCells> }) | 'noPrice' | 'tooManyCells' {
  const given: Partial<Record<CellName | ExtraName, string>> = {}
  for (const [index, value] of values.entries()) {
    const text = NOTHING.test(value) ? '' : typedPrice(value)
    if (text === '') continue
    if (index >= columns.length) return 'tooManyCells'
    const name = columns[index]
    if (name) given[name] = text
  }
  const names = CELL_NAMES.filter((name) => given[name] !== undefined)
  const extras = Object.fromEntries(
    EXTRA_NAMES.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
  if (names.length + Object.keys(extras).length === 0) return 'noPrice'
  // Both kinds of price in one line contradict each other: the cells are judged as they were given.
  if (given.perCall !== undefined && names.length > 1) return { ...before, ...pick(given, names), extras }
  return { ...names.reduce((cells, name) => withCell(cells, name, given[name] ?? ''), before), extras }
}

const pick = (given: Partial<Record<CellName, string>>, names: readonly CellName[]): Partial<PriceCells> =>
  Object.fromEntries(names.map((name) => [name, given[name]]))

const NOTHING = /^\s*(?:[-–—]|n\/a)?\s*$/i

/** Which cell a heading means. Writes to the cache are those for five minutes unless the heading names the hour. */
const HEADINGS: readonly [RegExp, CellName | ExtraName][] = [
  [/(?:write|creat|写).*(?:1 ?h|hour|小时)|(?:1 ?h|hour|小时).*(?:write|creat|写)/i, 'cacheWrite1h'],
  [/write|creat|写/i, 'cacheWrite5m'],
  [/(?:audio|音频).*(?:out|输出)|(?:out|输出).*(?:audio|音频)/i, 'audioOutput'],
  [/audio|音频/i, 'audioInput'],
  [/(?:image|图片|图像).*(?:out|输出)|(?:out|输出).*(?:image|图片|图像)/i, 'imageOutput'],
  [/image|图片|图像/i, 'imageInput'],
  [/reason|thinking|推理|思考/i, 'reasoning'],
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
