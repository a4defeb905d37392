import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { channelQuery } from '#web/features/channels/queries/channel-list.ts'
import { logQuery, type Scope } from '#web/features/logs/rows/log-list.ts'
import { tokenQuery } from '#web/features/tokens/token-list.ts'
import { userQuery } from '#web/features/users/user-list.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/format.ts'
import type { RecentRecord, RecordKind } from './recent.ts'

type Which = Pick<RecentRecord, 'kind' | 'id'>

/** The list query keys of each kind: a write to a record updates or invalidates its entry there. */
const LISTS: Record<RecordKind, string> = { channel: 'channels', token: 'tokens', user: 'users', log: 'logs' }

/** A recently opened record as a list of one row; empty when it no longer exists. */
export const recentQuery = ({ kind, id }: Which, scope: Scope) =>
  queryOptions({
    queryKey: [LISTS[kind], 'list', 'recent', scope, id],
    queryFn: async ({ client }) => {
      const row = await readRecord(client, { kind, id }, scope)
      return { data: row ? [row] : [], total: row ? 1 : 0 }
    },
    staleTime: 60_000,
    retry: false,
  })

/**
 * The current names of records; null = not found, undefined = unknown. Each is refetched after a minute, or
 * when its list changes.
 */
export const namesQuery = (records: readonly Which[], scope: Scope) =>
  queryOptions({
    queryKey: ['palette', 'recent', scope, records.map(({ kind, id }) => `${kind} ${id}`)],
    queryFn: async ({ client }) => {
      const found = await Promise.allSettled(records.map((record) => client.fetchQuery(recentQuery(record, scope))))
      return found.map((each) => {
        if (each.status === 'rejected') return undefined
        const [row] = each.value.data
        return row ? nameOf(row) : null
      })
    },
    enabled: records.length > 0,
    staleTime: 0,
    gcTime: 0,
  })

/** Reads the current record with the query of its own page; null when it does not exist. */
export async function readRecord(client: QueryClient, { kind, id }: Which, scope: Scope) {
  try {
    if (kind === 'channel') return called(await client.fetchQuery(channelQuery(id)))
    if (kind === 'token') return called(await client.fetchQuery(tokenQuery(id)))
    if (kind === 'user') {
      const user = await client.fetchQuery(userQuery(id))
      return { id, username: user.username }
    }
    const { created_at, model_name } = await client.fetchQuery({ ...logQuery(scope, id), staleTime: 60_000 })
    return { id, name: `${formatTime(created_at)} ${model_name}`.trim() }
  } catch (error) {
    // An error with status 200 means that no such record is visible to this user.
    if (error instanceof ApiError && error.status === 200) return null
    throw error
  }
}

const called = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Returns the name of a `readRecord` result. */
export const nameOf = (row: { name: string } | { username: string }) => ('name' in row ? row.name : row.username)
