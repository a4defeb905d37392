import { getStored, setStored, useStored } from '#web/lib/storage.ts'

/** Kinds of records that have an address of their own; named like the pages they are on. */
export const KINDS = ['channel', 'token', 'user', 'log'] as const
export type RecordKind = (typeof KINDS)[number]

/** A record that was open, by what it was called then. */
export interface RecentRecord {
  kind: RecordKind
  id: number
  name: string
}

/** Where a user has been, the latest first. Names only: no key, no balance. */
export interface Recent {
  pages: string[]
  records: RecentRecord[]
}

export const MOST_PAGES = 4
export const MOST_RECORDS = 6
/** The page that is open and the record that is open count, but are not offered. */
const KEPT_PAGES = MOST_PAGES + 1
const KEPT_RECORDS = MOST_RECORDS + 1

const NOWHERE: Recent = { pages: [], records: [] }

/** What the browser kept, for the user that it was kept of; what does not fit is left out. */
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

/** With a page in front. */
export const withPage = (recent: Recent, page: string): Recent => ({
  ...recent,
  pages: [page, ...recent.pages.filter((name) => name !== page)].slice(0, KEPT_PAGES),
})

/** With a record in front. */
export const withRecord = (recent: Recent, record: RecentRecord): Recent => ({
  ...recent,
  records: [record, ...withoutRecord(recent, record).records].slice(0, KEPT_RECORDS),
})

/** Without a record, which is gone. */
export const withoutRecord = (recent: Recent, { kind, id }: Pick<RecentRecord, 'kind' | 'id'>): Recent => ({
  ...recent,
  records: recent.records.filter((record) => record.kind !== kind || record.id !== id),
})

/** The record that an address opens. */
export function recordAt(path: string, search: { row?: unknown }): Pick<RecentRecord, 'kind' | 'id'> | null {
  if (path === '/log') return typeof search.row === 'number' ? { kind: 'log', id: search.row } : null
  const [, kind, id] = /^\/(channel|token|user)\/edit\/([1-9]\d{0,14})$/.exec(path) ?? []
  return kind ? { kind: kind as RecordKind, id: Number(id) } : null
}

/** Where the logged-in user has been. */
export function useRecent(): Recent {
  const user = useStored('user')
  return readRecent(useStored('recent'), user?.id)
}

/** Changes what is kept of the logged-in user; nothing is kept of a visitor. */
export function changeRecent(change: (recent: Recent) => Recent) {
  const user = getStored('user')?.id
  if (user === undefined) return
  const before = getStored('recent')
  const next = { user, ...change(readRecent(before, user)) }
  if (JSON.stringify(next) !== JSON.stringify(before)) setStored('recent', next)
}
