import { getStored, setStored, useStored } from '#web/lib/storage.ts'

/** Kinds of records with a separate URL; named like their pages. */
export const KINDS = ['channel', 'token', 'user', 'log'] as const
export type RecordKind = (typeof KINDS)[number]

/** A recently opened record with its name at that time. */
export interface RecentRecord {
  kind: RecordKind
  id: number
  name: string
}

/** A user's recent pages and records, latest first. Holds names only: no key, no balance. */
export interface Recent {
  pages: string[]
  records: RecentRecord[]
}

export const MAX_PAGES = 4
export const MAX_RECORDS = 6
/** One more than is shown: the open page and record are stored but not offered. */
const KEPT_PAGES = MAX_PAGES + 1
const KEPT_RECORDS = MAX_RECORDS + 1

const NOWHERE: Recent = { pages: [], records: [] }

/** Reads the stored history of this user; invalid or other users' entries are dropped. */
export function readRecent(stored: unknown, user: number | undefined): Recent {
  const { user: of, pages, records } = (stored ?? {}) as Record<string, unknown>
  if (user === undefined || of !== user) return NOWHERE
  return {
    pages: Array.isArray(pages) ? pages.filter((name) => typeof name === 'string').slice(0, KEPT_PAGES) : [],
    records: Array.isArray(records) ? records.filter(isRecord).slice(0, KEPT_RECORDS) : [],
  }
}

function isRecord(value: unknown): value is RecentRecord {
  const { kind, id, name } = (value ?? {}) as Partial<Record<string, unknown>>
  return KINDS.some((known) => known === kind) && Number.isSafeInteger(id) && typeof name === 'string'
}

/** Returns the history with the page in front. */
export const withPage = (recent: Recent, page: string): Recent => ({
  ...recent,
  pages: [page, ...recent.pages.filter((name) => name !== page)].slice(0, KEPT_PAGES),
})

/** Returns the history with the record in front. */
export const withRecord = (recent: Recent, record: RecentRecord): Recent => ({
  ...recent,
  records: [record, ...withoutRecord(recent, record).records].slice(0, KEPT_RECORDS),
})

/** Returns the history without a deleted record. */
export const withoutRecord = (recent: Recent, { kind, id }: Pick<RecentRecord, 'kind' | 'id'>): Recent => ({
  ...recent,
  records: recent.records.filter((record) => record.kind !== kind || record.id !== id),
})

/** Returns the record that a URL opens. */
export function recordAt(path: string, search: { row?: unknown }): Pick<RecentRecord, 'kind' | 'id'> | null {
  if (path === '/log') return typeof search.row === 'number' ? { kind: 'log', id: search.row } : null
  const [, kind, id] = /^\/(channel|token|user)\/(?:edit\/)?([1-9]\d{0,14})$/.exec(path) ?? []
  return kind ? { kind: kind as RecordKind, id: Number(id) } : null
}

/** Returns the history of the logged-in user. */
export function useRecent(): Recent {
  const user = useStored('user')
  return readRecent(useStored('recent'), user?.id)
}

/** Updates the stored history of the logged-in user; nothing is stored for visitors. */
export function changeRecent(change: (recent: Recent) => Recent) {
  const user = getStored('user')?.id
  if (user === undefined) return
  const before = getStored('recent')
  const next = { user, ...change(readRecent(before, user)) }
  if (JSON.stringify(next) !== JSON.stringify(before)) setStored('recent', next)
}
