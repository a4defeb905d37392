import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_PAGE_SIZE, PAGE_SIZES } from '#contract/api/fields.ts'
import { getStored, setStored, useStored } from '#web/lib/storage.ts'
import {
  type Filters,
  type FilterValues,
  type ListSpec,
  type ListState,
  type PageSize,
  type Sort,
  searchOfState,
  stateOfSearch,
} from './list-search.ts'

/** A list's URL state and its setters. */
export interface List<F extends Filters = Filters> {
  /** Key of the stored column settings. */
  id: string
  spec: ListSpec<F>
  state: ListState<F>
  /** Whether any filter is set. */
  filtered: boolean
  setPage(page: number, how?: How): void
  /** Whether a page has as many rows as the window has room for. */
  fits: boolean
  /** Also becomes the remembered page size of every list without its own; `FITS` = what the window has room for. */
  setSize(size: PageSize): void
  setSort(sort: Sort | null): void
  /** Merges into the filters and returns to page 1; `undefined` clears one. Typing replaces the history entry. */
  setFilters(filters: Partial<FilterValues<F>>, how?: How): void
  clearFilters(): void
}

export type How = 'push' | 'replace'

/**
 * Connects a list with its page's URL. The route must validate its search with `parseListSearch` and the same spec.
 * Secret filters are kept in this component's memory instead.
 */
export function useList<F extends Filters>(id: string, spec: ListSpec<F>): List<F> {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const [secrets, setSecrets] = useState<Partial<FilterValues<F>>>({})
  const remembered = sizeOf(spec, useStored('page-size'))
  const known = stateOfSearch(spec, search, remembered)
  const state: ListState<F> = { ...known, filters: { ...known.filters, ...secrets } }

  // Starts from the current URL: a typed filter may have applied since this render.
  const go = (changed: Partial<ListState<F>>, how: How = 'push', defaultSize = remembered) => {
    const merge = (previous: Record<string, unknown>) => {
      const now = stateOfSearch(spec, previous, remembered)
      const next = {
        ...now,
        ...changed,
        filters: changed.filters ? { ...now.filters, ...changed.filters } : now.filters,
      }
      return { ...previous, ...searchOfState(spec, next, defaultSize) }
    }
    // The kit is used by every route, so the search type is not known here; the spec has validated it.
    void navigate({ to: '.', search: merge as never, replace: how === 'replace', resetScroll: false })
  }

  return {
    id,
    spec,
    state,
    filtered: Object.values(state.filters).some((value) => value !== undefined),
    setPage: (page, how) => go({ page }, how),
    fits: state.size === remembered && !spec.size && getStored('page-size') === FITS,
    setSize(chosen) {
      const size = chosen === FITS ? fittingRows() : chosen
      if (!spec.size) setStored('page-size', chosen)
      go({ size, page: 1 }, 'push', spec.size ?? size)
    },
    setSort: (sort) => go({ sort, page: 1 }),
    setFilters(filters, how) {
      setSecrets((now) => secretPart(spec, { ...now, ...filters }))
      go({ filters: filters as FilterValues<F>, page: 1 }, how)
    },
    clearFilters() {
      setSecrets({})
      const none = Object.fromEntries(Object.keys(spec.filters).map((name) => [name, undefined]))
      go({ filters: none as FilterValues<F>, page: 1 })
    },
  }
}

/** The list state of a URL, for loaders that start the query before the page renders. */
export function listStateOf<F extends Filters>(spec: ListSpec<F>, search: Record<string, unknown>): ListState<F> {
  return stateOfSearch(spec, search, sizeOf(spec, getStored('page-size')))
}

/** The remembered page size of a reader whose pages fit the window. */
export const FITS = 0

/** Height in px of what surrounds the rows of a list: bars, title, filters, head, pager. */
const AROUND = 290
const LEAST = 5

/** As many rows as a list has room for in this window, without scrolling. */
function fittingRows(): PageSize {
  const root = getComputedStyle(document.documentElement)
  const row = Number.parseFloat(root.getPropertyValue('--row-height')) * Number.parseFloat(root.fontSize)
  const rows = Math.floor((innerHeight - AROUND) / row)
  return Math.min(MAX_PAGE_SIZE, Math.max(LEAST, Number.isFinite(rows) ? rows : PAGE_SIZES[0]))
}

const sizeOf = (spec: ListSpec, stored: number): PageSize =>
  spec.size ?? (stored === FITS ? fittingRows() : (PAGE_SIZES.find((size) => size === stored) ?? PAGE_SIZES[0]))

function secretPart<F extends Filters>(spec: ListSpec<F>, filters: Partial<FilterValues<F>>) {
  const secret = Object.entries(filters).filter(
    ([name, value]) => value !== undefined && value !== '' && spec.filters[name]?.secret?.(value),
  )
  return Object.fromEntries(secret) as Partial<FilterValues<F>>
}
