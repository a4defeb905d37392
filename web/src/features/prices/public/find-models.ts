import type { PublicPrice } from '#contract/api/public-prices.ts'
import type { Sort } from '#web/ui/table/search/list-search.ts'
import { namedLike } from './named-like.ts'
import { isPerCall, type Tokens, usdPerCall, usdPerMillion } from './prices.ts'
import type { PricingFilters } from './pricing-search.ts'

interface Wish {
  filters: PricingFilters
  /** The group that availability refers to. */
  group: string
  sort: Sort | null
  /** The call that sorting by cost is computed for. */
  tokens: Tokens
}

/** Returns the models that match the filters, sorted; without a sort they keep their order. */
export function findModels(rows: readonly PublicPrice[], { filters, group, sort, tokens }: Wish): PublicPrice[] {
  const { keyword, type, available, vendor } = filters
  const named = keyword ? namedLike(rows, keyword, ({ model_name }) => model_name) : rows
  const found = named.filter(
    (row) =>
      (!vendor || vendorOf(row) === vendor) &&
      (!type || isPerCall(row) === (type === 'call')) &&
      (!available || row.enable_groups.includes(group) === (available === 'yes')),
  )
  if (!sort) return found
  const sign = sort.descending ? -1 : 1
  if (sort.id === 'name') return found.sort((one, other) => sign * compareNames(one.model_name, other.model_name))
  const keys = new Map(found.map((row) => [row, sortKey(row, sort.id, tokens)]))
  return found.sort((one, other) => compareKeys(keys.get(one), keys.get(other), sign))
}

/** The URL value for models without a known vendor. */
const OTHER = 'other'
const vendorOf = ({ vendor }: PublicPrice) => vendor || OTHER

/**
 * Returns the vendors by descending number of models, each with the count of models that match the other
 * filters.
 */
export function vendorsOf(rows: readonly PublicPrice[], wish: Pick<Wish, 'filters' | 'group'>) {
  const counts = countVendors(rows)
  const fitting = countVendors(
    findModels(rows, { ...wish, filters: { ...wish.filters, vendor: undefined }, sort: null, tokens: NO_TOKENS }),
  )
  const place = (vendor: string) => (vendor === OTHER ? 0 : (counts.get(vendor) ?? 0))
  return [...counts.keys()]
    .sort((one, other) => place(other) - place(one) || (one < other ? -1 : 1))
    .map((vendor) => ({ vendor, count: fitting.get(vendor) ?? 0 }))
}

const NO_TOKENS: Tokens = { input: 0, output: 0 }

function countVendors(rows: readonly PublicPrice[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(vendorOf(row), (counts.get(vendorOf(row)) ?? 0) + 1)
  return counts
}

const { compare: compareNames } = new Intl.Collator('en', { numeric: true })

/** Rows without a value sort last in both directions. */
function compareKeys(one: number | undefined, other: number | undefined, sign: number): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  return sign * (one - other)
}

/** The group ratio applies to all prices alike, so it does not affect the order. */
function sortKey(row: PublicPrice, column: string, { input, output }: Tokens): number | undefined {
  if (isPerCall(row)) return column === 'cost' ? usdPerCall(row, 1) : undefined
  const price = usdPerMillion(row, 1)
  if (column === 'cost') return (price.input * input + price.output * output) / 1_000_000
  return column === 'input' ? price.input : price.output
}
