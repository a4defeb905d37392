import { useSyncExternalStore } from 'react'
import type { Status } from '#contract/api/site.ts'
import type { User } from '#contract/api/users.ts'

/**
 * Everything the console keeps in the browser, with its default. The hyphenated names are shared by consoles of this
 * family. No secrets: a token key or password never goes here.
 */
export interface Stored {
  user: User | null
  status: Status | null
  /** The root account still has its well-known first password. */
  'default-password': boolean
  /** Invite code of the link that somebody came by, until they have registered. */
  aff: string
  /** Text of the site notice that was dismissed last. */
  notice: string
  'theme-mode': 'system' | 'light' | 'dark'
  language: 'zh' | 'en'
  density: 'compact' | 'normal' | 'comfortable'
  /** null: as the site's option says. */
  sidebar: 'open' | 'icons' | null
  'page-size': number
  'id-sort': boolean
  /** Whether channels can be chosen for bulk acts. */
  'enable-batch-delete': boolean
  /** Single-letter keys on or off (WCAG 2.1.4). */
  shortcuts: boolean
  /** Chosen columns and their widths, by list. */
  columns: Record<string, unknown>
  /** Views of lists that were saved, by list. */
  views: Record<string, unknown>
  /** Whether the log shows how its rows are spread over time. */
  'log-chart': boolean
  /** How the drawings are shown; absent: as a table. Without a default, which all pages would carry. */
  'drawing-view'?: { grid?: boolean }
  /** How high the checklist on the dashboard was last, in px; 0: it was not there. */
  'checklist-room': number
  /** Pages and records that a user opened lately: features/palette/recent.ts; gone with the session's end by logout. */
  recent: object | null
  /** The conversation of a user in the playground, and its settings. */
  [playground: `playground:${number}`]: Record<string, unknown>
}

export const STORED_DEFAULTS: Stored = {
  user: null,
  status: null,
  'default-password': false,
  aff: '',
  notice: '',
  'theme-mode': 'system',
  language: 'zh',
  density: 'normal',
  sidebar: null,
  'page-size': 10,
  'id-sort': false,
  'enable-batch-delete': true,
  shortcuts: true,
  columns: {},
  views: {},
  'log-chart': true,
  'checklist-room': 0,
  recent: null,
}

/** Texts that mean something, where not every one does: others may be from another program on the same address. */
const MEANT: { readonly [K in keyof Stored]?: readonly Stored[K][] } = {
  'theme-mode': ['system', 'light', 'dark'],
  language: ['zh', 'en'],
  density: ['compact', 'normal', 'comfortable'],
  sidebar: ['open', 'icons'],
}

const NOTHING = {}
const defaultOf = <K extends keyof Stored>(key: K) =>
  Object.hasOwn(STORED_DEFAULTS, key) ? STORED_DEFAULTS[key] : NOTHING

const cache = new Map<keyof Stored, unknown>()
const listeners = new Set<() => void>()

/** The stored value of a key, or its default when nothing usable is stored. */
export function getStored<K extends keyof Stored>(key: K): Stored[K] {
  if (!cache.has(key)) {
    const value = decode(localStorage.getItem(key), defaultOf(key) as Stored[K])
    cache.set(key, MEANT[key]?.includes(value) === false ? defaultOf(key) : value)
  }
  return cache.get(key) as Stored[K]
}

/** Stores a value and tells every component that shows it. Storing the default removes the entry. */
export function setStored<K extends keyof Stored>(key: K, value: Stored[K]) {
  cache.set(key, value)
  if (value === STORED_DEFAULTS[key]) localStorage.removeItem(key)
  else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  for (const listener of listeners) listener()
}

/** A stored value that follows changes here and in other tabs. */
export function useStored<K extends keyof Stored>(key: K): Stored[K] {
  return useSyncExternalStore(subscribeStored, () => getStored(key))
}

/** Calls back after any stored value changed, here or in another tab. Returns the way to stop. */
export function subscribeStored(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', onOtherTab)
}

function onOtherTab(event: StorageEvent) {
  if (event.key === null) cache.clear()
  else cache.delete(event.key as keyof Stored)
  for (const listener of listeners) listener()
}

/** Texts are stored bare, everything else as JSON; a value of another kind than the default counts as absent. */
function decode<T>(text: string | null, fallback: T): T {
  if (text === null) return fallback
  if (typeof fallback === 'string') return text as T
  try {
    const value: unknown = JSON.parse(text)
    return fallback === null || (value !== null && typeof value === typeof fallback) ? (value as T) : fallback
  } catch {
    return fallback === null ? (text as T) : fallback
  }
}
