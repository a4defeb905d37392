import { PAGE_SIZES } from '#contract/api/fields.ts'
import { readSearch } from '#web/lib/url/read-search.ts'

/** Rows of a page: one of `PAGE_SIZES`, or as many as the window has room for. */
export type PageSize = number

export interface Sort {
  id: string
  descending: boolean
}

/**
 * The URL state of a list. Filter names share the URL with `p`, `size` and `sort`, so they must differ from those.
 */
export interface ListSpec<F extends Filters = Filters> {
  filters: F
  sorts: readonly string[]
  /** Page size of this list alone; all others share the last one selected by the user. */
  size?: PageSize
  /** The URL also names the row whose drawer is open, by its id. */
  opens?: true
}

export type Filters = Record<string, Filter<FilterValue>>
export type FilterValues<F extends Filters> = {
  [K in keyof F]?: F[K] extends Filter<infer T> ? T : never
}

/** The search part of a list's URL: all optional, without defaults and invalid values. */
export type ListSearch<F extends Filters = Filters> = FilterValues<F> & {
  p?: number
  size?: PageSize
  sort?: string
  row?: number
}

export interface ListState<F extends Filters = Filters> {
  /** One-based. */
  page: number
  size: PageSize
  sort: Sort | null
  filters: FilterValues<F>
}

const ROW = integer({ min: 1 })

/** Returns a reader of the search part of a URL, for pages without a list; invalid values become undefined. */
export const searchReader =
  <F extends Filters>(filters: F) =>
  (raw: Record<string, unknown>): FilterValues<F> =>
    readSearch(Object.keys(filters), readFilters({ filters, sorts: [] }, raw))

/** Reads a raw URL search object; usable as a route's `validateSearch`. Never throws. */
export function parseListSearch<F extends Filters>(spec: ListSpec<F>, raw: Record<string, unknown>): ListSearch<F> {
  const page = readPage(raw.p)
  const size = readSize(raw.size)
  const sort = readSort(spec, raw.sort)
  const row = spec.opens && ROW.parse(raw.row)
  return readSearch([...Object.keys(spec.filters), 'p', 'size', 'sort', ...(spec.opens ? ['row'] : [])], {
    ...readFilters(spec, raw),
    ...(row && { row }),
    ...(page > 1 && { p: page }),
    ...(size && { size }),
    ...(sort && { sort: writeSort(sort) }),
  })
}

/** Converts URL to state. `defaultSize` is the remembered page size of this list. */
export function stateOfSearch<F extends Filters>(
  spec: ListSpec<F>,
  search: Record<string, unknown>,
  defaultSize: PageSize,
): ListState<F> {
  return {
    page: readPage(search.p),
    size: readSize(search.size) ?? defaultSize,
    sort: readSort(spec, search.sort),
    filters: readFilters(spec, search),
  }
}

/**
 * Converts state to URL. Names with default values are set to undefined, so that merging into a larger search
 * removes them.
 */
export function searchOfState<F extends Filters>(
  spec: ListSpec<F>,
  state: ListState<F>,
  defaultSize: PageSize,
): Record<string, FilterValue | undefined> {
  const search: Record<string, FilterValue | undefined> = {
    p: state.page > 1 ? state.page : undefined,
    size: state.size === defaultSize ? undefined : state.size,
    sort: state.sort ? writeSort(state.sort) : undefined,
  }
  for (const [name, filter] of Object.entries(spec.filters)) {
    const value = state.filters[name]
    search[name] = value === undefined || value === '' || filter.secret?.(value) ? undefined : value
  }
  return search
}

/** The next sort when a column's header is pressed: ascending, descending, then the list's default order. */
export function nextSort(current: Sort | null, id: string): Sort | null {
  if (current?.id !== id) return { id, descending: false }
  return current.descending ? null : { id, descending: true }
}

const writeSort = (sort: Sort) => (sort.descending ? `-${sort.id}` : sort.id)

function readSort(spec: ListSpec, raw: unknown): Sort | null {
  if (typeof raw !== 'string') return null
  const descending = raw.startsWith('-')
  const id = descending ? raw.slice(1) : raw
  return spec.sorts.includes(id) ? { id, descending } : null
}

function readPage(raw: unknown): number {
  const page = Number(raw)
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

const readSize = (raw: unknown) => PAGE_SIZES.find((size) => size === Number(raw))

function readFilters<F extends Filters>(spec: ListSpec<F>, raw: Record<string, unknown>): FilterValues<F> {
  const values: Record<string, FilterValue> = {}
  for (const [name, filter] of Object.entries(spec.filters)) {
    const value = raw[name] === undefined ? undefined : filter.parse(raw[name])
    if (value !== undefined && !filter.secret?.(value)) values[name] = value
  }
  return values as FilterValues<F>
}

/**
 * Reads a list filter from an untrusted URL value. undefined = not set; invalid values count as not set. A `secret`
 * value is never written to the URL (it may be a pasted key) and is kept in memory only.
 */
export interface Filter<T extends FilterValue> {
  parse(raw: unknown): T | undefined
  /** Whether a value is secret; absent = never. */
  secret?(value: T): boolean
}

export type FilterValue = string | number | boolean

const asText = (raw: unknown) => (typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : undefined)

/** Free text, trimmed; the router may have read digits as a number. */
export function text({ secret }: { secret?: true | ((value: string) => boolean) } = {}): Filter<string> {
  const parse = (raw: unknown) => asText(raw)?.trim() || undefined
  return secret ? { parse, secret: secret === true ? () => true : secret } : { parse }
}

/** One of a fixed set of texts or numbers. */
export function oneOf<const T extends string | number>(allowed: readonly T[]): Filter<T> {
  return { parse: (raw) => allowed.find((value) => String(value) === String(raw)) }
}

/** A whole number, such as an id or a Unix time in seconds. */
export function integer({ min = Number.MIN_SAFE_INTEGER } = {}): Filter<number> {
  return {
    parse(raw) {
      const value = Number(asText(raw) || Number.NaN)
      return Number.isSafeInteger(value) && value >= min ? value : undefined
    },
  }
}

/** A flag; set only when the URL says `true`. */
export function flag(): Filter<true> {
  return { parse: (raw) => (raw === true || raw === 'true' ? true : undefined) }
}
