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
} from '#contract/dollar-prices.ts'
import type { Shown } from './price-search.ts'

/** A row of the table of prices: the model, what the operator has set for it, and its cells as stored. */
export interface PriceRow extends PriceTableRow {
  own: OwnPrice
  stored: PriceCells
}

/** Returns the rows; undefined when an option is no map of numbers, which only its JSON editor can mend. */
export function rowsOf({ rows, maps }: PriceTable): PriceRow[] | undefined {
  const read = readMaps(maps)
  if (!read) return undefined
  return rows.map((row) => {
    const own: OwnPrice = {}
    for (const map of MODEL_PRICE_MAPS) {
      const value = read[map].get(row.model)
      if (value !== undefined) own[map] = value
    }
    return { ...row, own, stored: cellsOf(own, row.listed) }
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

/** Unsaved cells by model. */
export type PriceDrafts = ReadonlyMap<string, PriceCells>

export const sameCells = (one: PriceCells, other: PriceCells) => CELL_NAMES.every((name) => one[name] === other[name])

/** A changed row with the own price that it will have, or what is wrong with its cells. */
export interface Changed {
  row: PriceRow
  own: OwnPrice
  problems: Partial<Record<CellName, CellProblem>>
}

/** Returns the rows that the drafts change. */
export function changedRows(rows: readonly PriceRow[], drafts: PriceDrafts): Changed[] {
  return rows.flatMap((row) => {
    const cells = drafts.get(row.model)
    if (!cells || sameCells(cells, row.stored)) return []
    const { own = row.own, problems } = ownPriceOf(cells, row.own, row.listed)
    // Another way to write the same price, such as 2.50, is no change.
    if (!problems && MODEL_PRICE_MAPS.every((map) => own[map] === row.own[map])) return []
    return [{ row, own, problems: problems ?? {} }]
  })
}

/** Returns the options that the changes give, with the texts that they were made of. Other entries stay as they are. */
export function optionChanges(table: PriceTable, changed: readonly Changed[]) {
  const maps = readMaps(table.maps)
  if (!maps) return []
  return MODEL_PRICE_MAPS.flatMap((key) => {
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

/** Returns the rows of a filter whose model or vendor contains the text. */
export function findRows(rows: readonly PriceRow[], drafts: PriceDrafts, shown: Shown, typed: string): PriceRow[] {
  const word = typed.trim().toLowerCase()
  return rows.filter((row) => {
    if (word && !`${row.model}\n${row.vendor}`.toLowerCase().includes(word)) return false
    if (shown === 'unpriced') return row.unpriced !== null
    if (shown === 'changed') return drafts.has(row.model)
    const isOwn = row.own.ModelPrice !== undefined || row.own.ModelRatio !== undefined
    if (shown === 'own') return isOwn
    return shown === 'all' || (!isOwn && row.listed !== null)
  })
}
