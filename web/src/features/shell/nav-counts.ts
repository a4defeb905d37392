import { useSyncExternalStore } from 'react'
import type { NavEntry } from './nav.ts'

/** A number beside a page that asks for action, and what it counts, in words. */
export interface NavCount {
  count: number
  text: string
  /** Nothing is wrong. */
  calm?: boolean
}
export type NavCounts = { [name in NavEntry['name']]?: NavCount }

let counts: NavCounts = {}
const listeners = new Set<() => void>()

/** Tells every place that shows counts. */
export function publishCounts(next: NavCounts) {
  counts = next
  for (const listener of listeners) listener()
}

/** What asks for action on which page, as last seen. */
export const useNavCounts = () => useSyncExternalStore(subscribe, () => counts)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
