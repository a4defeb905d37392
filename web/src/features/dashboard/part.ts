import type { TFunction } from 'i18next'
import type { UsageRow } from '#contract/api/statistics.ts'
import type { By } from './dashboard-search.ts'

/** Whose usage the charts show, and by what they tell it apart. */
export interface View {
  by: By
  /** Everybody's: users and channels have names. */
  all: boolean
  /** The user that an administrator chose. */
  username: string | undefined
}

/** What the charts call a part: its name, or its number where nobody knows the name any more. */
export function partName(row: UsageRow | undefined, { by, all, username }: View, t: TFunction<'dashboard'>): string {
  if (!row || row.by_id === null) return t(`chart.rest.${by}`)
  const { by_id, by_name, by_deleted, model_name } = row
  if (by_id === undefined) return model_name || t('share.unnamed')
  if (by_id === 0) return t(by === 'token' ? 'part.noToken' : by === 'channel' ? 'part.noChannel' : 'part.none')
  const name = by_name || `#${by_id}`
  const owned = by === 'token' && all && !username && row.username ? `${name} · ${row.username}` : name
  return by_deleted ? t('part.deleted', { name: owned }) : owned
}

interface LogFilter {
  model_name?: string
  token_id?: number
  channel?: number
  username: string | undefined
}

/** The filter of the log that shows a part's calls; undefined where the log cannot tell them from others. */
export function partFilter(row: UsageRow | undefined, { username, by }: View): LogFilter | undefined {
  if (!row || row.by_id === null) return undefined
  if (row.by_id === undefined) return row.model_name ? { model_name: row.model_name, username } : undefined
  if (by === 'channel') return row.by_id > 0 ? { channel: row.by_id, username } : undefined
  if (by === 'user') return row.username ? { username: row.username } : undefined
  // A token is its owner's, whatever either was called when it called.
  return row.by_id > 0 ? { token_id: row.by_id, username: undefined } : undefined
}
