import type { FilterValue } from './filters.ts'
import type { ListSpec } from './list-search.ts'

/** A filter that is set, as one thing to take away. */
export interface ActiveFilter {
  /** Of the filter that it is about; `range` for all that says when. */
  name: string
  /** What it asks for; several, each on a line of the value, where it leaves out several. */
  values: FilterValue[]
  /** Leaves rows out instead of asking for them. */
  not: boolean
  /** The value is not for showing: it may be a key. */
  secret: boolean
  /** Names of the filters that it takes away. */
  clears: string[]
}

const TIMES = ['range', 'from', 'to']
const NOT = 'not_'

/** Which filters of a list are set, in the order of its spec; a time range is one, however it is given. */
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
