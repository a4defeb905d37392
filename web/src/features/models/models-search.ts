import {
  integer,
  type ListSearch,
  type ListSpec,
  oneOf,
  parseListSearch,
  text,
} from '#web/ui/table/search/list-search.ts'
import type { List } from '#web/ui/table/search/use-list.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

/** What a visitor looks for in a model: what it reads beside text, and what it answers with. */
export const ABILITIES = [
  'text',
  'image_in',
  'audio_in',
  'video_in',
  'image_out',
  'audio_out',
  'video_out',
  'embedding',
  'rerank',
] as const
export type Ability = (typeof ABILITIES)[number]

/** The same as FEATURES of the contract, which the first page need not download. */
const FEATURES = ['tools', 'json_schema', 'reasoning', 'caching'] as const

/** Least context in tokens. */
export const CONTEXTS = [32_000, 128_000, 200_000, 1_000_000] as const
/** Most USD per million input tokens. */
export const PRICES = [0.5, 1, 3, 10] as const

/** The search parameters of the table of models, as catalogue and as price list. */
export const modelsList = {
  filters: {
    keyword: text(),
    vendor: text(),
    can: oneOf(ABILITIES),
    context: oneOf(CONTEXTS),
    price: oneOf(PRICES),
    feature: oneOf(FEATURES),
    type: oneOf(['tokens', 'call']),
    available: oneOf(['yes', 'no']),
    /** The group whose prices are shown; absent for the reader's own. */
    group: text(),
  },
  sorts: [
    ...['name', 'released', 'retires', 'context', 'input', 'output', 'cost'],
    ...['first_byte_ms', 'tokens_per_second'],
  ],
  // All rows are in the browser, so a page may be long.
  size: 100,
} satisfies ListSpec

export type ModelsList = List<(typeof modelsList)['filters']>
export type ModelsFilters = ModelsList['state']['filters']
export interface CostSearch {
  /** The calculator, where it differs from what the address opens. */
  calc?: 'on' | 'off'
  /** Token counts of the calculator's call. */
  in?: number
  out?: number
}
export interface ModelsSearch extends ListSearch<(typeof modelsList)['filters']>, CostSearch {
  /** The model whose details are expanded. */
  model?: string
}

const tokens = integer({ min: 0 })
const calc = oneOf(['on', 'off'])

/** Parses the calculator's part of a URL; invalid values are dropped. */
export const parseCosts = (raw: Record<string, unknown>): CostSearch => ({
  ...{ calc: calc.parse(raw.calc), in: tokens.parse(raw.in), out: tokens.parse(raw.out) },
})

/** Parses the search of the table's URL; invalid values are dropped. */
export const parseModelsSearch = (raw: Record<string, unknown>): ModelsSearch => ({
  ...{ ...parseListSearch(modelsList, raw), model: text().parse(raw.model), ...parseCosts(raw) },
})
