import { MAX_POOL_KEYS } from '#contract/channel-keys.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { taskPlatform } from '#contract/channel-types/tasks.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { ChannelKeyRow } from '../../calls/key-pools/tables.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { checkKeys } from '../rules.ts'
import { readKeyHashes } from './queries.ts'

/** Rows of one statement. */
const CHUNK = 500
/** Shorter keys are shown without any of their characters. */
const MIN_SHOWN_LENGTH = 16
const HEAD = 6
const TAIL = 4

/** Throws where a channel of a type cannot have these keys. */
export function checkPoolKeys(keys: readonly string[], type: number): void {
  if (keys.length === 0) throw new ApiError('channel_key_required', {}, { key: 'channel_key_required' })
  checkKeys(keys, type)
  if (taskPlatform(channelType(type)?.provider))
    throw new ApiError('channel_keys_tasks', {}, { key: 'channel_keys_tasks' })
}

/** Throws where a channel would have too many keys. */
export function checkPoolSize(keys: number): void {
  if (keys > MAX_POOL_KEYS) throw new ApiError('channel_keys_too_many', { max: MAX_POOL_KEYS })
}

type Sealed = Pick<ChannelRow, 'key' | 'key_hash'> & { mask: string }

export const sealKey = (key: string, vault: Vault): Sealed => ({
  key: vault.encrypt(key),
  key_hash: vault.hash(key),
  mask: maskKey(key),
})

/**
 * Adds keys to the pool of a channel whose row is locked, and returns the ids of the new ones. A channel that had a
 * single key has it as the first of its pool from then on. Keys that it has already are left out.
 */
export async function insertKeys(
  trx: Queryable,
  channel: Pick<ChannelRow, 'id' | 'key' | 'key_hash'>,
  keys: readonly string[],
  vault: Vault,
): Promise<number[]> {
  const before = await readKeyHashes(trx, channel.id)
  const known = new Set(before.map(({ key_hash }) => key_hash))
  const own: Sealed[] = []
  if (before.length === 0 && channel.key !== '') {
    const { key, key_hash } = channel
    own.push({ key, key_hash, mask: maskKey(vault.decrypt(key)) })
    known.add(key_hash)
  }
  const fresh = keys.map((key) => sealKey(key, vault)).filter(({ key_hash }) => !known.has(key_hash))
  checkPoolSize(known.size + fresh.length)
  if (own.length > 0) await insertRows(trx, channel.id, own)
  return insertRows(trx, channel.id, fresh)
}

/** Gives a channel these keys instead of those that it has. A key that it keeps keeps its state. */
export async function replaceKeys(
  trx: Queryable,
  channel: Pick<ChannelRow, 'id' | 'key' | 'key_hash'>,
  keys: readonly string[],
  vault: Vault,
): Promise<void> {
  const wanted = new Set(keys.map((key) => vault.hash(key)))
  await insertKeys(trx, channel, keys, vault)
  const gone = (await readKeyHashes(trx, channel.id)).filter(({ key_hash }) => !wanted.has(key_hash))
  for (let start = 0; start < gone.length; start += CHUNK) {
    const ids = gone.slice(start, start + CHUNK).map(({ id }) => id)
    await trx.deleteFrom('channel_keys').where('id', 'in', ids).execute()
  }
  await mirrorFirstKey(trx, channel.id)
}

/** Copies the keys of a pool with their limits. Those that were stopped are tried anew in the copy. */
export async function copyKeys(trx: Queryable, from: number, to: number): Promise<void> {
  const rows = await trx
    .selectFrom('channel_keys')
    .select(['key', 'key_hash', 'mask', 'limits', 'status'])
    .where('channel_id', '=', from)
    .orderBy('id')
    .execute()
  const status = (former: number) => (former === KEY_STATUS.disabled ? former : KEY_STATUS.enabled)
  await insertRows(
    trx,
    to,
    rows.map((row) => ({ ...row, status: status(row.status) })),
  )
}

type NewKey = Sealed & Partial<Pick<ChannelKeyRow, 'limits' | 'status'>>

async function insertRows(trx: Queryable, channel_id: number, sealed: readonly NewKey[]): Promise<number[]> {
  const now = nowInSeconds()
  const ids: number[] = []
  for (let start = 0; start < sealed.length; start += CHUNK) {
    const values = sealed
      .slice(start, start + CHUNK)
      .map((row) => ({ ...row, channel_id, created_at: now, changed_at: now }))
    const rows = await trx.insertInto('channel_keys').values(values).returning('id').execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/**
 * Gives a channel the first of its keys as the key that is read by what knows no pools: versions before them, and
 * requests about the channel itself. Throws channel_key_last where none is left.
 */
export async function mirrorFirstKey(trx: Queryable, channel: number): Promise<void> {
  const first = await trx
    .selectFrom('channel_keys')
    .select(['key', 'key_hash'])
    .where('channel_id', '=', channel)
    .orderBy((order) => order.case().when('status', '=', KEY_STATUS.enabled).then(0).else(1).end())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) throw new ApiError('channel_key_last')
  await trx.updateTable('channels').set(first).where('id', '=', channel).execute()
}

/** Returns what administrators see of a key; of a JSON file the id of its private key, which is no secret. */
function maskKey(key: string): string {
  if (key.startsWith('{')) return maskAccount(key)
  return key.length < MIN_SHOWN_LENGTH ? '••••' : `${key.slice(0, HEAD)}…${key.slice(-TAIL)}`
}

function maskAccount(key: string): string {
  try {
    const { private_key_id: id } = parseJson(key) as { private_key_id?: unknown }
    return typeof id === 'string' && id.length >= MIN_SHOWN_LENGTH ? `{${id.slice(0, HEAD)}…${id.slice(-TAIL)}}` : '{…}'
  } catch {
    return '{…}'
  }
}
