import { getStored, setStored, useStored } from '#web/lib/storage.ts'

/** A saved view of a list: filters, sort and page size, as in its URL. */
export interface View {
  name: string
  /** Search part of a URL, without the question mark. */
  search: string
  /** The default view when the URL has no search. */
  first?: true
}

export const MAX_VIEWS = 50

/** The part of a URL search that belongs to a view, without page number and open drawers. */
export function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const passing of ['p', 'row']) params.delete(passing)
  params.sort()
  return params.toString()
}

/** Adds a view if the limit is not reached, or replaces the search of an existing name. */
export function withView(views: readonly View[], name: string, search: string): View[] {
  const known = views.some((view) => view.name === name)
  if (known) return views.map((view) => (view.name === name ? { ...view, search } : view))
  return views.length < MAX_VIEWS ? [...views, { name, search }] : [...views]
}

/** Renames a view; a used or empty name changes nothing. */
export function renamed(views: readonly View[], from: string, to: string): View[] {
  const taken = to === '' || views.some(({ name }) => name === to)
  return views.map((view) => (view.name === from && !taken ? { ...view, name: to } : view))
}

/** Marks a view as the default; `undefined` = none. */
export function withFirst(views: readonly View[], name: string | undefined): View[] {
  return views.map(({ first: _, ...view }) => (view.name === name ? { ...view, first: true } : view))
}

/** Reads stored views, possibly of an older version: invalid ones are dropped. */
export function readViews(stored: unknown): View[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each: unknown): View[] => {
    const { name, search, first } = (each ?? {}) as Record<string, unknown>
    if (typeof name !== 'string' || name === '' || typeof search !== 'string') return []
    return [{ name, search, ...(first === true && { first }) }]
  })
}

export const viewsOf = (list: string) => readViews(getStored('views')[list])

/** The saved views of a list, and their setters. */
export function useViews(list: string) {
  const views = readViews(useStored('views')[list])
  const change = (next: (views: readonly View[]) => readonly View[]) =>
    setStored('views', { ...getStored('views'), [list]: next(viewsOf(list)) })
  return [views, change] as const
}
