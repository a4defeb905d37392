import type { CatalogueRow } from '#contract/api/models.ts'
import type { ModelMeasure } from '#contract/api/traffic.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { namedLike } from '#web/features/prices/public/named-like.ts'
import { isPerCall, type Tokens, usdPerCall, usdPerMillion } from '#web/features/prices/public/prices.ts'
import { compareNames } from '#web/lib/compare-names.ts'
import type { Sort } from '#web/ui/table/search/list-search.ts'
import type { Ability, ModelsFilters } from './models-search.ts'

interface Wish {
  filters: ModelsFilters
  sort: Sort | null
  /** The price ratio that counts for a model. */
  ratioOf: (row: CatalogueRow) => number
  /** What was measured here, by name; absent while it loads. */
  measures?: ReadonlyMap<string, ModelMeasure> | undefined
  /** The group that availability refers to. */
  group?: string
  /** The call that sorting by cost is computed for. */
  tokens?: Tokens
}

/** Returns the models that match the filters, sorted; the most used first without a sort, then by name. */
export function findCards(rows: readonly CatalogueRow[], wish: Wish): CatalogueRow[] {
  const { filters, sort, ratioOf, group = '' } = wish
  const { keyword, vendor, can, context, price, feature, type, available } = filters
  const named = keyword ? namedLike(rows, keyword, ({ name }) => name) : rows
  const found = named.filter(
    (row) =>
      (!vendor || vendorKey(row) === vendor) &&
      (!can || canDo(row, can)) &&
      (!context || (row.context ?? 0) >= context) &&
      (!price || (inputPrice(row, ratioOf(row)) ?? Number.POSITIVE_INFINITY) <= price) &&
      (!feature || row.features.includes(feature)) &&
      (!type || isPerCall(row) === (type === 'call')) &&
      (!available || row.enable_groups.includes(group) === (available === 'yes')),
  )
  const { id = 'use', descending = false } = sort ?? {}
  const sign = descending ? -1 : 1
  const byName = (one: CatalogueRow, other: CatalogueRow) =>
    (id === 'use' ? isGpt(other) - isGpt(one) : 0) || compareNames(one.name, other.name)
  if (id === 'name') return found.sort((one, other) => sign * byName(one, other))
  const keys = new Map(found.map((row) => [row, sortKey(row, id, wish)]))
  return found.sort((one, other) => compareKeys(keys.get(one), keys.get(other), sign) || byName(one, other))
}

/** Among models that nobody uses, names that start with gpt come first, as in compatible consoles. */
const isGpt = ({ name }: CatalogueRow) => Number(name.startsWith('gpt'))

/** The URL value for models without a known vendor. */
const OTHER = 'other'
export const vendorKey = ({ vendor }: Pick<CatalogueRow, 'vendor'>) => vendor || OTHER

/** Returns the vendors by descending number of models, each with the count of models that match the other filters. */
export function cardVendors(rows: readonly CatalogueRow[], wish: Omit<Wish, 'sort'>) {
  const counts = Map.groupBy(rows, vendorKey)
  const others = { ...wish, filters: { ...wish.filters, vendor: undefined }, sort: null }
  const fitting = Map.groupBy(findCards(rows, others), vendorKey)
  const place = (vendor: string) => (vendor === OTHER ? 0 : (counts.get(vendor)?.length ?? 0))
  return [...counts.keys()]
    .sort((one, other) => place(other) - place(one) || (one < other ? -1 : 1))
    .map((vendor) => ({ vendor, count: fitting.get(vendor)?.length ?? 0 }))
}

/** Whether a model is known to have an ability. */
export function canDo({ input, output, kind }: Pick<CatalogueRow, 'input' | 'output' | 'kind'>, ability: Ability) {
  if (ability === 'text') return output.includes('text') || kind === 'chat' || kind === 'completion'
  if (ability === 'embedding' || ability === 'rerank') return kind === ability || output.includes(ability)
  const [medium, side] = ability.split('_') as ['image' | 'audio' | 'video', 'in' | 'out']
  return side === 'in' ? input.includes(medium) : output.includes(medium)
}

/** USD per million input tokens; undefined for a model that is billed per call. */
export const inputPrice = (row: CatalogueRow, ratio: number) =>
  isPerCall(row) ? undefined : usdPerMillion(row, ratio).input

/** Rows without a value sort last in both directions. */
function compareKeys(one: number | undefined, other: number | undefined, sign: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return sign * (one - other)
}

function sortKey(row: CatalogueRow, column: string, { ratioOf, measures, tokens }: Wish): number | undefined {
  const price = isPerCall(row) ? undefined : usdPerMillion(row, ratioOf(row))
  if (column === 'input') return price?.input
  if (column === 'output') return hasOutputPrice(row.kind) ? price?.output : undefined
  if (column === 'cost') return price ? exampleOf(price, row, tokens) : usdPerCall(row, ratioOf(row))
  if (column === 'context') return row.context ?? undefined
  const measure = measures?.get(row.name)
  if (column === 'use') return measure?.rank
  if (column === 'first_byte_ms' || column === 'tokens_per_second') return measure?.[column] ?? undefined
  const day = column === 'retires' ? row.retires : row.released
  return day === null ? undefined : Date.parse(day)
}

/** The cost of an example call in dollars; models without output are charged by their input alone. */
const exampleOf = (price: Tokens, { kind }: CatalogueRow, { input, output }: Tokens = { input: 0, output: 0 }) =>
  (price.input * input + (hasOutputPrice(kind) ? price.output * output : 0)) / 1_000_000
