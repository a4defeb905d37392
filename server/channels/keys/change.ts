import { keysIn } from '#contract/channel-rules.ts'
import { type Limits, storedLimits } from '#contract/limits.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import type { ChannelKeyRow } from '../../calls/key-pools/tables.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { lockChannels } from '../queries.ts'
import { checkPoolKeys, mirrorFirstKey, sealKey } from './pool-rows.ts'
import { presentKeyForAudit } from './present.ts'
import { publishKeyChange } from './publish-keys.ts'
import { findKey, readKeyHashes } from './queries.ts'

/** Fields of a key that an administrator writes; absent ones stay. */
export interface KeyFields {
  /** The key itself; blank = it stays. */
  text?: string | undefined
  enabled?: boolean | undefined
  limits?: Limits | null | undefined
}

/** The columns of a key that is used from now on as if nothing had been wrong with it. */
export const enabledColumns = (now: number) => ({
  status: KEY_STATUS.enabled,
  reason: '',
  changed_at: now,
  cooling_until: 0,
  probe_at: 0,
  probes: 0,
})

const disabledColumns = (now: number) => ({ status: KEY_STATUS.disabled, reason: '', changed_at: now, probe_at: 0 })

/** Writes fields of a key; calls follow before this resolves. Throws channel_key_not_found, or why it is refused. */
export async function updateKey(
  services: Platform & Calls,
  by: Author,
  { channel, id }: { channel: number; id: number },
  fields: KeyFields,
): Promise<ChannelKeyRow> {
  const { store, vault } = services
  const row = await store.db.transaction().execute(async (trx) => {
    const [owner] = await lockChannels(trx, store, [channel])
    const before = owner && (await findKey(trx, channel, id))
    if (!before) throw new ApiError('channel_key_not_found')
    const columns = columnsOf(fields, before, nowInSeconds())
    const text = fields.text?.trim()
    if (text) Object.assign(columns, await newKeyColumns(trx, text, owner.type, before))
    if (Object.keys(columns).length === 0) return before
    const after = await trx
      .updateTable('channel_keys')
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await mirrorFirstKey(trx, channel)
    const change = { before: presentKeyForAudit(before), after: presentKeyForAudit(after) }
    await writeAudit(trx, by, { action: 'channel_key.update', target: { kind: 'channel', id: channel }, ...change })
    return after
  })
  await publishKeyChange(services, channel, [id])
  return row

  async function newKeyColumns(trx: Queryable, text: string, type: number, before: ChannelKeyRow) {
    const keys = keysIn(text)
    checkPoolKeys(keys, type)
    const [key] = keys
    if (key === undefined || keys.length > 1)
      throw new ApiError('channel_key_single', {}, { text: 'channel_key_single' })
    const sealed = sealKey(key, vault)
    const others = await readKeyHashes(trx, channel)
    if (others.some((other) => other.id !== id && other.key_hash === sealed.key_hash))
      throw new ApiError('channel_key_known', {}, { text: 'channel_key_known' })
    // A key that was stopped is another one now.
    return before.status === KEY_STATUS.stopped ? { ...enabledColumns(nowInSeconds()), ...sealed } : sealed
  }
}

function columnsOf({ enabled, limits }: KeyFields, before: ChannelKeyRow, now: number): Partial<ChannelKeyRow> {
  const isEnabled = before.status === KEY_STATUS.enabled
  return {
    ...(limits === undefined ? {} : { limits: storedLimits(limits) }),
    ...(enabled === true && (!isEnabled || before.cooling_until > 0) ? enabledColumns(now) : {}),
    ...(enabled === false && before.status !== KEY_STATUS.disabled ? disabledColumns(now) : {}),
  }
}

/** Which keys of a channel are meant: those with the ids, or those of a state; neither = all. */
export interface WhichKeys {
  ids?: readonly number[] | undefined
  state?: 'stopped' | 'disabled' | 'unusable' | undefined
}

const STATUSES = {
  stopped: [KEY_STATUS.stopped],
  disabled: [KEY_STATUS.disabled],
  unusable: [KEY_STATUS.stopped, KEY_STATUS.disabled],
} as const
/** Ids of one statement. */
const CHUNK = 1000

/**
 * Enables, disables or removes keys of a channel, and returns how many were changed. Calls follow before this resolves.
 * Throws channel_not_found, channel_keys_which, or channel_key_last where no key would be left.
 */
export async function changeKeys(
  services: Platform & Calls,
  by: Author,
  channel: number,
  action: 'enable' | 'disable' | 'delete',
  which: WhichKeys,
): Promise<number> {
  if (action === 'delete' && !which.ids && !which.state) throw new ApiError('channel_keys_which')
  const { store } = services
  const ids = await store.db.transaction().execute(async (trx) => {
    const [owner] = await lockChannels(trx, store, [channel])
    if (!owner) throw new ApiError('channel_not_found')
    const ids = await findMeant(trx, channel, action, which)
    if (ids.length === 0) return ids
    await apply(trx, ids, action)
    await mirrorFirstKey(trx, channel)
    await writeAudit(trx, by, {
      action: action === 'delete' ? 'channel_key.delete' : 'channel_key.update',
      target: { kind: 'channel', id: channel },
      after: { keys: ids.length, ...(action === 'delete' ? {} : { change: action }), key_ids: ids.slice(0, 100) },
    })
    return ids
  })
  if (ids.length > 0) await publishKeyChange(services, channel, action === 'delete' ? undefined : ids)
  return ids.length
}

async function findMeant(trx: Queryable, channel: number, action: string, { ids, state }: WhichKeys) {
  const wanted = ids && new Set(ids)
  const statuses: readonly number[] | undefined = state && STATUSES[state]
  const target = { enable: KEY_STATUS.enabled, disable: KEY_STATUS.disabled }[action]
  const rows = await readKeyHashes(trx, channel)
  return rows
    .filter(({ id, status }) => (wanted?.has(id) ?? true) && (statuses?.includes(status) ?? true) && status !== target)
    .map(({ id }) => id)
}

async function apply(trx: Queryable, ids: readonly number[], action: 'enable' | 'disable' | 'delete'): Promise<void> {
  const now = nowInSeconds()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const some = ids.slice(start, start + CHUNK)
    if (action === 'delete') await trx.deleteFrom('channel_keys').where('id', 'in', some).execute()
    else
      await trx
        .updateTable('channel_keys')
        .set(action === 'enable' ? enabledColumns(now) : disabledColumns(now))
        .where('id', 'in', some)
        .execute()
  }
}
