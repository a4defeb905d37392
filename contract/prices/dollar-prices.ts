import { decimalProduct, decimalRatio } from '../decimal.ts'
import { MAX_CALL_USD, MAX_RATIO, USD_PER_RATIO } from './price.ts'

/** Prices of a model in dollars over the ratios that are stored. Exact, and pure. */

/** The options that hold a model's own price. */
export const MODEL_PRICE_MAPS = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const
export type ModelPriceMap = (typeof MODEL_PRICE_MAPS)[number]
/** All options that price models. */
export const PRICE_OPTIONS = [...MODEL_PRICE_MAPS, 'PriceRules'] as const
export type PriceOption = (typeof PRICE_OPTIONS)[number]

/** What the operator has set for one model. */
export type OwnPrice = Partial<Record<ModelPriceMap, number>>

/** What the built-in list says of one model; ratios as in the options, `null` = not listed. */
export interface ListedPrice {
  model_price: number | null
  model_ratio: number | null
  completion_ratio: number | null
  cache_ratio: number | null
  cache_write_5m: number | null
  cache_write_1h: number | null
  audio_ratio: number | null
  audio_completion_ratio: number | null
  /** Of reasoning, where it costs something else than the rest of the output. */
  reasoning_ratio: number | null
  /** Pictures that are given and drawn, relative to input. */
  image_ratio: number | null
  image_output_ratio: number | null
}

/** Prices in USD: per million tokens, or per call. */
export interface DollarPrices {
  /** `null` = billed by tokens. */
  perCall: string | null
  /** `null` = billed by the call. */
  tokens: TokenPrices | null
}

export interface TokenPrices {
  input: string
  output: string
  cacheRead: string
  cacheWrite5m: string
  cacheWrite1h: string
  /** Set where the list has a price of audio. */
  audioInput: string | null
  audioOutput: string | null
}

/** The input and fixed price that count: the operator's, else the list's; as the price book decides it. */
export function baseOf(own: OwnPrice, listed: ListedPrice | null): { perCall: number } | { ratio: number } | null {
  if (own.ModelPrice !== undefined) return { perCall: own.ModelPrice }
  if (own.ModelRatio !== undefined) return { ratio: own.ModelRatio }
  if (!listed) return null
  if (listed.model_price !== null) return { perCall: listed.model_price }
  return listed.model_ratio === null ? null : { ratio: listed.model_ratio }
}

/** The prices of a model before the group's ratio; `null` = it has none. */
export function dollarsOf(own: OwnPrice, listed: ListedPrice | null, groupRatio = 1): DollarPrices | null {
  const base = baseOf(own, listed)
  if (!base) return null
  if ('perCall' in base) return { perCall: decimalProduct(base.perCall, groupRatio), tokens: null }
  const usd = (...ratios: number[]) => decimalProduct(USD_PER_RATIO, base.ratio, groupRatio, ...ratios)
  const completion = own.CompletionRatio ?? listed?.completion_ratio ?? 1
  const write = listed?.cache_write_5m ?? 1
  const audio = listed?.audio_ratio ?? null
  return {
    perCall: null,
    tokens: {
      input: usd(),
      output: usd(completion),
      cacheRead: usd(own.CacheRatio ?? listed?.cache_ratio ?? 1),
      cacheWrite5m: usd(write),
      cacheWrite1h: usd(listed?.cache_write_1h ?? write),
      audioInput: audio === null ? null : usd(audio),
      audioOutput: audio === null ? null : usd(audio, listed?.audio_completion_ratio ?? completion),
    },
  }
}

/** The prices of a model that can be typed; "" = none of its own: output and cached input cost what input costs. */
export interface PriceCells {
  input: string
  output: string
  cacheRead: string
  perCall: string
}
export type CellName = keyof PriceCells
export const CELL_NAMES = ['input', 'output', 'cacheRead', 'perCall'] as const satisfies readonly CellName[]
export const NO_CELLS: Readonly<PriceCells> = { input: '', output: '', cacheRead: '', perCall: '' }

/** The cells as the stored price fills them. */
export function cellsOf(own: OwnPrice, listed: ListedPrice | null): PriceCells {
  const prices = dollarsOf(own, listed)
  if (!prices) return NO_CELLS
  const { perCall, tokens } = prices
  if (!tokens) return { ...NO_CELLS, perCall: perCall ?? '' }
  const hasOutput = own.CompletionRatio !== undefined || (listed?.completion_ratio ?? null) !== null
  const hasCache = own.CacheRatio !== undefined || (listed?.cache_ratio ?? null) !== null
  return {
    input: tokens.input,
    output: hasOutput ? tokens.output : '',
    cacheRead: hasCache ? tokens.cacheRead : '',
    perCall: '',
  }
}

/**
 * What is wrong with a cell: no plain number; more digits than prices have; above what can be stored; so far below
 * the input price that it would be charged as 0; a price beside free input, which no ratio can express; output or
 * cached input without input; both kinds of price at once.
 */
export type CellProblem = 'notNumber' | 'tooPrecise' | 'tooLarge' | 'tooSmall' | 'freeInput' | 'inputMissing' | 'both'

/** The own price that gives the cells, or the cells that cannot be had. */
export type Priced =
  | { own: OwnPrice; problems?: never }
  | { own?: never; problems: Partial<Record<CellName, CellProblem>> }

/**
 * Returns the own price that gives the cells. A ratio that gives the wanted dollars already stays as it is, so cells
 * that were not changed change nothing. Without any cell the model has no price of its own.
 */
export function ownPriceOf(cells: PriceCells, before: OwnPrice, listed: ListedPrice | null): Priced {
  const stored = cellsOf(before, listed)
  if (CELL_NAMES.every((name) => cells[name] === stored[name])) return { own: before }
  const problems = checkCells(cells)
  if (Object.keys(problems).length > 0) return { problems }
  if (cells.perCall !== '') return { own: ownCallPrice(Number(cells.perCall), before, listed) }
  if (cells.input === '') return { own: {} }
  return ownTokenPrice(cells, before, listed)
}

function ownCallPrice(usd: number, before: OwnPrice, listed: ListedPrice | null): OwnPrice {
  const base = baseOf(before, listed)
  return base && 'perCall' in base && base.perCall === usd ? before : { ...before, ModelPrice: usd }
}

function ownTokenPrice(cells: PriceCells, { ModelPrice: _, ...before }: OwnPrice, listed: ListedPrice | null): Priced {
  const input = Number(cells.input)
  const own: OwnPrice = { ...before }
  const base = baseOf(before, listed)
  const isKept = base !== null && 'ratio' in base && decimalProduct(USD_PER_RATIO, base.ratio) === plain(cells.input)
  const ratio = isKept ? base.ratio : decimalRatio(input, USD_PER_RATIO)
  if (!isKept) own.ModelRatio = ratio
  const problems: Partial<Record<CellName, CellProblem>> = {}
  const relate = (map: 'CompletionRatio' | 'CacheRatio', cell: 'output' | 'cacheRead', fallback: number | null) => {
    if (cells[cell] === '') {
      delete own[map]
      return
    }
    const current = before[map] ?? fallback
    if (decimalProduct(USD_PER_RATIO, ratio, current ?? 1) === plain(cells[cell]) && current !== null) return
    const usd = Number(cells[cell])
    if (input === 0 && usd > 0) problems[cell] = 'freeInput'
    const next = input === 0 ? 1 : decimalRatio(usd, input)
    if (next > MAX_RATIO) problems[cell] = 'tooLarge'
    if (usd > 0 && next < MIN_RATIO) problems[cell] = 'tooSmall'
    own[map] = next
  }
  relate('CompletionRatio', 'output', listed?.completion_ratio ?? null)
  relate('CacheRatio', 'cacheRead', listed?.cache_ratio ?? null)
  return Object.keys(problems).length > 0 ? { problems } : { own }
}

/** Charges know nine digits after the point of a ratio; below this, less than three of them would count. */
const MIN_RATIO = 1e-7
const MAX_DIGITS = 8
const PLAIN_NUMBER = /^(?:\d+\.?\d*|\.\d+)$/

function checkCells(cells: PriceCells): Partial<Record<CellName, CellProblem>> {
  const problems: Partial<Record<CellName, CellProblem>> = {}
  for (const name of CELL_NAMES) {
    const problem = cells[name] === '' ? null : problemOf(cells[name], name)
    if (problem) problems[name] = problem
  }
  if (cells.perCall !== '' && cells.input !== '') problems.perCall ??= 'both'
  if (cells.input === '' && (cells.output !== '' || cells.cacheRead !== '')) problems.input ??= 'inputMissing'
  return problems
}

/** What is wrong with the text of a price; `null` = nothing. */
export function problemOf(text: string, name: CellName): CellProblem | null {
  if (!PLAIN_NUMBER.test(text)) return 'notNumber'
  const most = name === 'perCall' ? MAX_CALL_USD : MAX_RATIO * USD_PER_RATIO
  if (name !== 'output' && name !== 'cacheRead' && Number(text) > most) return 'tooLarge'
  const [whole = '', fraction = ''] = text.split('.')
  const decimals = fraction.replace(/0+$/, '')
  const digits = (whole + decimals).replace(/^0+/, '')
  return decimals.length > MAX_DIGITS || digits.length > MAX_DIGITS ? 'tooPrecise' : null
}

/** The text of a price without zeros that mean nothing. */
const plain = (text: string) => decimalProduct(Number(text))
