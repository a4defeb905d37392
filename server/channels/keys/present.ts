import type { ChannelKey } from '#contract/api/channel-keys.ts'
import { type Channel, type KeyCounts, SHOWN_KEY_STATUSES } from '#contract/api/channels.ts'
import { DEFAULT_MULTI_KEY_MODE, type KeyState } from '#contract/channel-keys.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import type { KeyPool } from '../../calls/key-pools/key-pool.ts'
import type { ChannelKeyRow } from '../../calls/key-pools/tables.ts'
import { pick } from '../../platform/json/pick.ts'

/** The fields of a key that administrators see: all but its text. */
export function presentKey(row: ChannelKeyRow, now: number): Omit<ChannelKey, 'limits_now'> {
  const state = stateOf(row, now)
  return {
    ...pick(row, 'id mask reason changed_at probe_at calls failures last_used_at last_error last_error_at'),
    ...pick(row, 'created_at'),
    state,
    cooling_until: state === 'cooling' ? Math.ceil(row.cooling_until / 1000) : 0,
    limits: parseStoredLimits(row.limits) ?? null,
  }
}

export const presentKeyForAudit = ({ id, mask, status, reason, limits }: ChannelKeyRow) => ({
  key_id: id,
  mask,
  status,
  reason,
  limits: parseStoredLimits(limits) ?? null,
})

function stateOf({ status, cooling_until }: ChannelKeyRow, now: number): KeyState {
  if (status === KEY_STATUS.disabled) return 'disabled'
  if (status === KEY_STATUS.stopped) return 'stopped'
  return cooling_until > now ? 'cooling' : 'enabled'
}

export const NO_KEYS: KeyCounts = { total: 0, ready: 0, cooling: 0, stopped: 0, disabled: 0 }

/** What a channel says of its pool; null = it has a single key. */
export function presentPool(
  pool: KeyPool | undefined,
  settings: string,
  now: number,
): Pick<Channel, 'channel_info' | 'key_counts'> {
  if (!pool) return { channel_info: null, key_counts: null }
  const { multi_key_mode = DEFAULT_MULTI_KEY_MODE } = settings ? JSON.parse(settings) : {}
  const others = pool
    .keys()
    .map(({ stored }, index) => [String(index), stored.status] as const)
    .filter(([, status]) => status !== KEY_STATUS.enabled)
  return {
    channel_info: {
      is_multi_key: true,
      multi_key_size: pool.size,
      multi_key_status_list: Object.fromEntries(others.slice(0, SHOWN_KEY_STATUSES)),
      multi_key_polling_index: 0,
      multi_key_mode,
    },
    key_counts: pool.counts(now),
  }
}
