import { useSyncExternalStore } from 'react'
import type { Status } from '#contract/api/site.ts'
import type { User } from '#contract/api/users.ts'

/**
 * All values stored in the browser, with defaults. The hyphenated names are shared by consoles of this family.
 * Secrets such as token keys and passwords are never stored here.
 */
export interface Stored {
  user: User | null
  status: Status | null
  /** The root account still has its initial password. */
  'default-password': boolean
  /** Invite code of the link that opened the site, kept until registration. */
  aff: string
  /** Text of the last dismissed site notice. */
  notice: string
  'theme-mode': 'system' | 'light' | 'dark'
  language: 'zh' | 'en'
  density: 'compact' | 'normal' | 'comfortable'
  /** null = the site's option. */
  sidebar: 'open' | 'icons' | null
  /** The tab that was open last, by section of the menu. */
  tabs: Readonly<Record<string, string>>
  'page-size': number
  'id-sort': boolean
  /** Whether several channels can be deleted at once. */
  'enable-batch-delete': boolean
  /** Single-letter keys on or off (WCAG 2.1.4). */
  shortcuts: boolean
  /** Visible columns and their widths, by list. */
  columns: Record<string, unknown>
  /** Saved views, by list. */
  views: Record<string, unknown>
  /** Whether quotas are entered in units, not dollars. */
  'quota-in-units': boolean
  /** Whether the log shows its histogram. */
  'log-chart': boolean
  /** View of the drawings; absent = table. It has no default, which all pages would have to load. */
  'drawing-view'?: { grid?: boolean }
  /** Last height of the dashboard checklist in px; 0 = not shown. */
  'checklist-room': number
  /** Recently opened pages and records: features/palette/recent.ts; removed on logout. */
  recent: object | null
  /** A user's playground: settings and the list of conversations. */
  [playground: `playground:${number}`]: Record<string, unknown>
  /** Messages of a model in one of these conversations; storing nothing removes the entry. */
  [messages: `playground:${number}:${string}`]: Record<string, unknown> | undefined
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
  tabs: {},
  'page-size': 10,
  'id-sort': false,
  'enable-batch-delete': false,
  shortcuts: true,
  columns: {},
  views: {},
  'quota-in-units': false,
  'log-chart': true,
  'checklist-room': 0,
  recent: null,
}

/** Valid texts of keys with restricted values: others may come from another program at the same address. */
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

/** Returns the stored value of a key, or its default when there is no valid one. */
export function getStored<K extends keyof Stored>(key: K): Stored[K] {
  if (!cache.has(key)) {
    const value = decode(localStorage.getItem(key), defaultOf(key) as Stored[K])
    cache.set(key, MEANT[key]?.includes(value) === false ? defaultOf(key) : value)
  }
  return cache.get(key) as Stored[K]
}

/** Stores a value and notifies the components that use it. Storing the default removes the entry. */
export function setStored<K extends keyof Stored>(key: K, value: Stored[K]) {
  cache.set(key, value)
  if (value === STORED_DEFAULTS[key]) localStorage.removeItem(key)
  else localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  for (const listener of listeners) listener()
}

/** A stored value that updates on changes here and in other tabs. */
export function useStored<K extends keyof Stored>(key: K): Stored[K] {
  return useSyncExternalStore(subscribeStored, () => getStored(key))
}

/** Calls back after any stored value changed, here or in another tab. Returns the unsubscribe function. */
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

/**
 * Texts are stored as they are, everything else as JSON; a value of another type than the default counts as absent.
 */
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
