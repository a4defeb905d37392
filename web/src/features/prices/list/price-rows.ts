import type { PriceTable, PriceTableRow } from '#contract/api/price-table.ts'
import {
  CELL_NAMES,
  type CellName,
  type CellProblem,
  cellsOf,
  dollarsOf,
  MODEL_PRICE_MAPS,
  type ModelPriceMap,
  NO_CELLS,
  type OwnPrice,
  ownPriceOf,
  type PriceCells,
} from '#contract/prices/dollar-prices.ts'
import type { PriceRule } from '#contract/prices/price-rules.ts'
import {
  type ExtraName,
  entryOf,
  extraProblems,
  type PriceTerms,
  rulesOf,
  sameTerms,
  termsOf,
} from '#contract/prices/price-terms.ts'
import type { Shown } from './price-search.ts'

/** A row of the table of prices: the model, what the operator has set for it, and its cells as stored. */
export interface PriceRow extends PriceTableRow {
  own: OwnPrice
  stored: PriceCells
  /** The built-in rules. */
  rules: PriceRule[]
  /** Further prices and rules as stored. */
  terms: PriceTerms
}

/** Returns the rows; undefined when an option is no map of numbers, which only its JSON editor can mend. */
export function rowsOf({ rows, maps }: PriceTable): PriceRow[] | undefined {
  const read = readMaps(maps)
  const entries = rulesIn(maps.PriceRules)
  if (!read || !entries) return undefined
  return rows.map((row) => {
    const own: OwnPrice = {}
    for (const map of MODEL_PRICE_MAPS) {
      const value = read[map].get(row.model)
      if (value !== undefined) own[map] = value
    }
    const rules = row.rules as PriceRule[]
    return { ...row, own, stored: cellsOf(own, row.listed), rules, terms: termsOf(entries.get(row.model), rules) }
  })
}

type Maps = Record<ModelPriceMap, Map<string, number>>

function readMaps(texts: PriceTable['maps']): Maps | undefined {
  const maps = {} as Maps
  for (const map of MODEL_PRICE_MAPS) {
    const numbers = numbersIn(texts[map])
    if (!numbers) return undefined
    maps[map] = numbers
  }
  return maps
}

function numbersIn(text: string): Map<string, number> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value)
    return entries.every(([, number]) => typeof number === 'number') ? new Map(entries) : undefined
  } catch {
    return undefined
  }
}

function rulesIn(text: string): Map<string, PriceRule[]> | undefined {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const entries = Object.entries(value)
    return entries.every(([, rules]) => Array.isArray(rules)) ? new Map(entries) : undefined
  } catch {
    return undefined
  }
}

/** Unsaved cells by model. */
export type PriceDrafts = ReadonlyMap<string, PriceCells>
/** Unsaved further prices and rules by model. */
export type TermsDrafts = ReadonlyMap<string, PriceTerms>
const NO_TERMS: TermsDrafts = new Map()

export const sameCells = (one: PriceCells, other: PriceCells) => CELL_NAMES.every((name) => one[name] === other[name])

/** A changed row with the own price that it will have, or what is wrong with its cells. */
export interface Changed {
  row: PriceRow
  own: OwnPrice
  terms: PriceTerms
  problems: Partial<Record<CellName | ExtraName, CellProblem>>
}

/** Returns the rows that the drafts change. */
export function changedRows(rows: readonly PriceRow[], drafts: PriceDrafts, drafted = NO_TERMS): Changed[] {
  return rows.flatMap((row) => {
    const cells = drafts.get(row.model) ?? row.stored
    const terms = drafted.get(row.model) ?? row.terms
    const { own = row.own, problems } = ownPriceOf(cells, row.own, row.listed)
    // Another way to write the same price, such as 2.50, is no change.
    const isSame = !problems && MODEL_PRICE_MAPS.every((map) => own[map] === row.own[map])
    if (isSame && !changesTerms(row, terms)) return []
    return [{ row, own, terms, problems: { ...extraProblems(terms.extras, own, row.listed), ...problems } }]
  })
}

/** Whether terms differ from the stored ones in what they mean. */
const changesTerms = (row: PriceRow, terms: PriceTerms) =>
  !sameTerms(terms, row.terms) &&
  JSON.stringify(rulesOf(terms, row.rules)) !== JSON.stringify(rulesOf(row.terms, row.rules))

/** Returns the options that the changes give, with the texts that they were made of. Other entries stay as they are. */
export function optionChanges(table: PriceTable, changed: readonly Changed[]) {
  const maps = readMaps(table.maps)
  if (!maps) return []
  const numbers = MODEL_PRICE_MAPS.flatMap((key) => {
    const numbers = maps[key]
    let differs = false
    for (const { row, own } of changed) {
      const value = own[key]
      if (numbers.get(row.model) === value) continue
      differs = true
      if (value === undefined) numbers.delete(row.model)
      else numbers.set(row.model, value)
    }
    return differs ? [{ key, value: JSON.stringify(Object.fromEntries(numbers)), expected: table.maps[key] }] : []
  })
  return [...numbers, ...ruleChanges(table.maps.PriceRules, changed)]
}

function ruleChanges(text: string, changed: readonly Changed[]) {
  const entries = rulesIn(text)
  const different = changed.filter(({ row, terms }) => changesTerms(row, terms))
  if (!entries || different.length === 0) return []
  for (const { row, terms } of different) {
    const entry = entryOf(terms, row.rules)
    if (entry) entries.set(row.model, [...entry])
    else entries.delete(row.model)
  }
  return [{ key: 'PriceRules' as const, value: JSON.stringify(Object.fromEntries(entries)), expected: text }]
}

/**
 * Returns the cells after one was typed. A model is billed by tokens or by the call: typing one price empties the
 * cells of the other.
 */
export function withCell(cells: PriceCells, name: CellName, text: string): PriceCells {
  if (text === '') return { ...cells, [name]: '' }
  if (name === 'perCall') return { ...NO_CELLS, perCall: text }
  return { ...cells, perCall: '', [name]: text }
}

/** Normalises a typed price: other keyboards produce full-width digits and stops. A leading $ is left out. */
export const typedPrice = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/^\s*\$/, '')
    .trim()

/** Difference of the prices to the built-in ones in per cent, one number if all differ alike; none = not comparable. */
export function differenceOf(row: Pick<PriceRow, 'listed'>, own: OwnPrice): number[] {
  const [now, list] = [dollarsOf(own, row.listed), dollarsOf({}, row.listed)]
  if (!now || !list) return []
  const pairs =
    now.tokens && list.tokens
      ? [
          [now.tokens.input, list.tokens.input],
          [now.tokens.output, list.tokens.output],
        ]
      : now.perCall !== null && list.perCall !== null
        ? [[now.perCall, list.perCall]]
        : []
  const parts = pairs.flatMap(([is, was]) => (Number(was) > 0 ? [percentOf(Number(is), Number(was))] : []))
  return [...new Set(parts)]
}

const percentOf = (is: number, was: number) => Math.round((is / was - 1) * 1000) / 10

/** Whether the operator has set something of the model's price. */
const hasOwnPrice = ({ own, terms, rules }: PriceRow) =>
  own.ModelPrice !== undefined || own.ModelRatio !== undefined || entryOf(terms, rules) !== undefined

/** Returns the rows of a filter whose model or vendor contains the text. */
export function findRows(
  rows: readonly PriceRow[],
  drafts: { has: (model: string) => boolean },
  shown: Shown,
  typed: string,
): PriceRow[] {
  const word = typed.trim().toLowerCase()
  return rows.filter((row) => {
    if (word && !`${row.model}\n${row.vendor}`.toLowerCase().includes(word)) return false
    if (shown === 'unpriced') return row.unpriced !== null
    if (shown === 'changed') return drafts.has(row.model)
    const isOwn = hasOwnPrice(row)
    if (shown === 'own') return isOwn
    return shown === 'all' || (!isOwn && row.listed !== null)
  })
}
