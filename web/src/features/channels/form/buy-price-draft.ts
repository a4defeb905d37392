import { isRecord } from '#contract/is-record.ts'
/** A buy price as the form's cells hold it: texts as they were typed. */
export interface BuyPriceDraft {
  discount: string
  currency: string
  rate: string
  models: readonly ModelDraft[]
}
export interface ModelDraft {
  name: string
  cells: Readonly<Record<Cell, string>>
  /** Prices of other components, which have no cell. */
  others: Readonly<Record<string, unknown>>
}

export const CELLS = ['input', 'output', 'cache_read', 'per_call'] as const
export type Cell = (typeof CELLS)[number]

export const NO_CELLS = { input: '', output: '', cache_read: '', per_call: '' } satisfies Record<Cell, string>
export const NEW_MODEL: ModelDraft = { name: '', cells: NO_CELLS, others: {} }
const EMPTY: BuyPriceDraft = { discount: '', currency: 'USD', rate: '', models: [] }

const textOf = (value: unknown) => (value === undefined ? '' : String(value))

/** Reads the JSON text of a buy price; null = it is no object, and only its text can be edited. */
export function draftOf(json: string): BuyPriceDraft | null {
  if (json.trim() === '') return EMPTY
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return null
  }
  if (!isRecord(value)) return null
  const { discount, currency = 'USD', rate, models = {}, ...unknown } = value
  if (Object.keys(unknown).length > 0 || !isRecord(models) || !Object.values(models).every(isRecord)) return null
  return {
    discount: textOf(discount),
    currency: textOf(currency),
    rate: textOf(rate),
    models: Object.entries(models).map(([name, price]) => modelOf(name, price as Record<string, unknown>)),
  }
}

function modelOf(name: string, price: Record<string, unknown>): ModelDraft {
  const { input, output, cache_read, per_call, ...others } = price
  const cells = {
    input: textOf(input),
    output: textOf(output),
    cache_read: textOf(cache_read),
    per_call: textOf(per_call),
  }
  return { name, cells, others }
}

const PLAIN_NUMBER = /^(?:\d+\.?\d*|\.\d+)$/

/** A number, or the text that is none, which the check of the form refuses. */
const numberOf = (text: string) => (PLAIN_NUMBER.test(text.trim()) ? Number(text) : text)
const isWritten = (text: string) => text.trim() !== ''

/** Whether a cell has a text that is no price. */
export const isWrongCell = (text: string) => isWritten(text) && typeof numberOf(text) !== 'number'

/** Writes the JSON text; "" when nothing differs from list prices. Models without a name are left out. */
export function jsonOf({ discount, currency, rate, models }: BuyPriceDraft): string {
  const named = models.filter(({ name }) => isWritten(name))
  const prices = named.map(({ name, cells, others }) => {
    const written = CELLS.filter((cell) => isWritten(cells[cell])).map((cell) => [cell, numberOf(cells[cell])])
    return [name.trim(), { ...Object.fromEntries(written), ...others }]
  })
  const isForeign = currency !== 'USD'
  const value = {
    ...(isWritten(discount) && { discount: numberOf(discount) }),
    ...(isForeign && { currency }),
    ...(isForeign && isWritten(rate) && { rate: numberOf(rate) }),
    ...(prices.length > 0 && { models: Object.fromEntries(prices) }),
  }
  return Object.keys(value).length > 0 ? JSON.stringify(value) : ''
}
