import type { FilterValue, ListSpec } from './list-search.ts'

/** An active filter, shown as one removable chip. */
export interface ActiveFilter {
  /** Name of the filter; `range` for all time filters. */
  name: string
  /** Filter values; the value of an excluding filter has several, one per line. */
  values: FilterValue[]
  /** Excludes matching rows. */
  not: boolean
  /** The value must not be shown: it may be a key. */
  secret: boolean
  /** Names of the filters that removing it clears. */
  clears: string[]
}

const TIMES = ['range', 'from', 'to']
const NOT = 'not_'

/** Returns how many filters are set other than these; any time range counts as one. */
export const countSet = (
  spec: ListSpec,
  filters: Partial<Record<string, FilterValue | undefined>>,
  others: readonly string[],
): number => activeFilters(spec, filters).filter(({ name }) => !others.includes(name)).length

/** The active filters of a list, in the order of its spec; any time range counts as one. */
export function activeFilters(
  spec: ListSpec,
  filters: Partial<Record<string, FilterValue | undefined>>,
): ActiveFilter[] {
  const names = Object.keys(spec.filters).filter((name) => filters[name] !== undefined)
  const times = names.filter((name) => TIMES.includes(name))
  return names.flatMap((name): ActiveFilter[] => {
    const value = filters[name] as FilterValue
    if (name === times[0]) return [{ name: 'range', values: [value], not: false, secret: false, clears: times }]
    if (times.includes(name)) return []
    const not = name.startsWith(NOT)
    return [
      {
        name: not ? name.slice(NOT.length) : name,
        values: not ? String(value).split('\n').filter(Boolean) : [value],
        not,
        secret: spec.filters[name]?.secret?.(value) ?? false,
        clears: [name],
      },
    ]
  })
}
