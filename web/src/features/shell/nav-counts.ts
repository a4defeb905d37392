import { useSyncExternalStore } from 'react'
import type { NavEntry } from './nav.ts'

/** The number of items of a page that need action, with a text that names them. */
export interface NavCount {
  count: number
  text: string
}
export type NavCounts = { [name in NavEntry['name']]?: NavCount }

let counts: NavCounts = {}
const listeners = new Set<() => void>()

/** Publishes the counts to all subscribers. */
export function publishCounts(next: NavCounts) {
  counts = next
  for (const listener of listeners) listener()
}

/** Returns the latest counts by page. */
export const useNavCounts = () => useSyncExternalStore(subscribe, () => counts)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
