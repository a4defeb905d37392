import { useEffect, useSyncExternalStore } from 'react'

let title: string | undefined
const listeners = new Set<() => void>()

/** Begins the document's title with a name that the page learns later than its route; undefined = the route's name. */
export function useNamedPage(name: string | undefined) {
  useEffect(() => {
    publish(name)
    return () => publish(undefined)
  }, [name])
}

/** The name that the open page has given itself. */
export const usePageTitle = () => useSyncExternalStore(subscribe, () => title)

function publish(next: string | undefined) {
  title = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
