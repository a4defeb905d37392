import type { TFunction } from 'i18next'
import type { UsageRow } from '#contract/api/statistics.ts'
import type { By } from './dashboard-search.ts'

/** Whose usage the charts show, and by which dimension. */
export interface View {
  by: By
  /** The usage of all users; users and channels have names. */
  all: boolean
  /** The user chosen by an administrator. */
  username: string | undefined
}

/** Returns the label of a part: its name, or its id when the name is no longer known. */
export function partName(row: UsageRow | undefined, { by, all, username }: View, t: TFunction<'dashboard'>): string {
  if (!row || row.by_id === null) return t(`chart.rest.${by}`)
  const { by_id, by_name, by_deleted, model_name } = row
  if (by_id === undefined) return model_name || t('share.unnamed')
  if (by_id === 0) return t(by === 'token' ? 'part.noToken' : by === 'channel' ? 'part.noChannel' : 'part.none')
  const name = by_name || `#${by_id}`
  const owned = by === 'token' && all && !username && row.username ? `${name} · ${row.username}` : name
  return by_deleted ? t('part.deleted', { name: owned }) : owned
}

/** The id of a part's page, of a model its name; undefined where the reader has none. Others' tokens have none. */
export function objectId(row: UsageRow | undefined, { by, all }: View): string | number | undefined {
  if (!row || row.by_id === null || row.by_deleted) return undefined
  if (row.by_id === undefined) return row.model_name
  return by === 'token' && all ? undefined : row.by_id
}

interface LogFilter {
  model_name?: string
  token_id?: number
  channel?: number
  username: string | undefined
}

/** Returns the log filter for a part's calls; undefined where the log cannot filter them. */
export function partFilter(row: UsageRow | undefined, { username, by }: View): LogFilter | undefined {
  if (!row || row.by_id === null) return undefined
  if (row.by_id === undefined) return row.model_name ? { model_name: row.model_name, username } : undefined
  if (by === 'channel') return row.by_id > 0 ? { channel: row.by_id, username } : undefined
  if (by === 'user') return row.username ? { username: row.username } : undefined
  // A token id identifies its owner, even if token or owner were renamed since.
  return row.by_id > 0 ? { token_id: row.by_id, username: undefined } : undefined
}
