import { getStored, setStored, useStored } from '#web/lib/storage.ts'

/** A view of a list that the reader has saved: filters, sort and page size, as they are in its URL. */
export interface View {
  name: string
  /** Search part of a URL, without the question mark. */
  search: string
  /** It is what the list shows when its address says nothing. */
  first?: true
}

export const MOST_VIEWS = 50

/** What a URL says that belongs to a view: the place in the list and what is open over it do not. */
export function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const passing of ['p', 'row']) params.delete(passing)
  params.sort()
  return params.toString()
}

/** The views with one more, as long as there are not too many, or with another search under a name that was there. */
export function withView(views: readonly View[], name: string, search: string): View[] {
  const known = views.some((view) => view.name === name)
  if (known) return views.map((view) => (view.name === name ? { ...view, search } : view))
  return views.length < MOST_VIEWS ? [...views, { name, search }] : [...views]
}

/** The views with another name for one; a name that is taken, or empty, changes nothing. */
export function renamed(views: readonly View[], from: string, to: string): View[] {
  const taken = to === '' || views.some(({ name }) => name === to)
  return views.map((view) => (view.name === from && !taken ? { ...view, name: to } : view))
}

/** The views with one as what the list shows at first; `undefined` for none. */
export function withFirst(views: readonly View[], name: string | undefined): View[] {
  return views.map(({ first: _, ...view }) => (view.name === name ? { ...view, first: true } : view))
}

/** What the browser kept may come from an older version: what does not fit is left out. */
export function readViews(stored: unknown): View[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each: unknown): View[] => {
    const { name, search, first } = (each ?? {}) as Record<string, unknown>
    if (typeof name !== 'string' || name === '' || typeof search !== 'string') return []
    return [{ name, search, ...(first === true && { first }) }]
  })
}

export const viewsOf = (list: string) => readViews(getStored('views')[list])

/** The saved views of a list, and the way to change them. */
export function useViews(list: string) {
  const views = readViews(useStored('views')[list])
  const change = (next: (views: readonly View[]) => readonly View[]) =>
    setStored('views', { ...getStored('views'), [list]: next(viewsOf(list)) })
  return [views, change] as const
}
