import { CHANNEL_NAME_MAX } from '#contract/api/channels.ts'
import type { MultiKeyMode } from '#contract/channel-keys.ts'
import { keysIn } from '#contract/channel-rules.ts'
import { commaList } from '#contract/comma-list.ts'
import { DEFAULT_GROUP } from '#contract/groups.ts'
import { storedLimits } from '#contract/limits.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../calls/calls.ts'
import { type Author, writeAudit } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import type { Vault } from '../platform/store/vault.ts'
import { rebuildAbilities } from './abilities.ts'
import { withFormTest } from './checks/form-tests.ts'
import { sendsElsewhere } from './key-destination.ts'
import { checkPoolKeys, copyKeys, insertKeys, replaceKeys } from './keys/pool-rows.ts'
import { publishKeyChange } from './keys/publish-keys.ts'
import { readKeyHashes } from './keys/queries.ts'
import { presentChannel } from './present.ts'
import { publishChannels } from './publish-channels.ts'
import { findChannel } from './queries.ts'
import { type ChannelFields, checkFields, checkKeys, groupNames, tidyFields, withoutKept } from './rules.ts'
import { sealSettings } from './seal-settings.ts'

/**
 * Fields of a new channel; `copy_of`: the channel whose key and status it takes when it has no key; `mode`: what several
 * keys become, a channel each (`batch`, the default) or one channel that uses all of them.
 */
type NewChannel = ChannelFields & {
  copy_of?: number | undefined
  mode?: 'single' | 'batch' | 'multi_to_single' | undefined
  multi_key_mode?: MultiKeyMode | undefined
}

/**
 * Creates a channel for each line of `key`, one with all of them, or one with the key of another; all or none. Calls are routed to them
 * when this resolves. `prove` throws where the caller must prove who they are before a stored key goes elsewhere. Throws
 * channel_not_found when the other channel does not exist.
 */
export async function createChannels(
  services: Platform & Calls,
  by: Author,
  all: NewChannel,
  prove: () => void,
): Promise<ChannelRow[]> {
  const { copy_of, mode, multi_key_mode, ...input } = all
  const given = withKeyMode(tidyFields({ type: 0, group: DEFAULT_GROUP, models: '', ...input }), multi_key_mode, '')
  const source = copy_of === undefined ? undefined : await findChannel(services.store.db, copy_of)
  const fields = sealSettings(given, services.vault, source)
  let keys = keysIn(fields.key ?? '')
  const original = keys.length === 0 ? copy_of : undefined
  if (original !== undefined) {
    if (!source) throw new ApiError('channel_not_found')
    keys = [services.vault.decrypt(source.key)]
    fields.status ||= source.status
    const { type = 0, base_url = '', other = '', settings = '' } = fields
    if (sendsElsewhere(source, { type, base_url, other, settings })) prove()
  }
  if (!fields.name || keys.length === 0) {
    throw new ApiError(
      'channel_name_key_required',
      {},
      {
        ...(fields.name ? {} : { name: 'channel_name_required' }),
        ...(keys.length ? {} : { key: 'channel_key_required' }),
      },
    )
  }
  const isPool = mode === 'multi_to_single'
  if (mode === 'single' && keys.length > 1) throw new ApiError('channel_key_single', {}, { key: 'channel_key_single' })
  if (isPool) checkPoolKeys(keys, fields.type ?? 0)
  else checkKeys(keys, fields.type ?? 0)
  checkFields(fields, { type: 0, base_url: '', other: '' }, groupNames(services))
  const rows = await services.store.db.transaction().execute(async (trx) => {
    const created: ChannelRow[] = []
    const own = isPool ? keys.slice(0, 1) : keys
    const names = own.length > 1 ? await freeNames(trx, fields.name ?? '', own.length) : [fields.name]
    for (const [index, key] of own.entries()) {
      const row = await insertChannel(trx, services.vault, { ...fields, name: names[index], key })
      const target = { kind: 'channel', id: row.id }
      await writeAudit(trx, by, { action: 'channel.create', target, after: { ...presentChannel(row), copy_of } })
      created.push(row)
    }
    if (isPool && created[0]) await insertKeys(trx, created[0], keys, services.vault)
    // A copy without a separate key has all keys of its original.
    if (original !== undefined && created[0]) await copyKeys(trx, original, created[0].id)
    return created
  })
  if ((isPool || original !== undefined) && rows[0]) await publishKeyChange(services, rows[0].id)
  else await publishChannels(services)
  return Promise.all(rows.map((row) => withFormTest(services, row)))
}

/** Names for channels that are created together, `name 1`, `name 2`, without those that other channels have. */
async function freeNames(db: Queryable, name: string, count: number): Promise<string[]> {
  const taken = new Set((await db.selectFrom('channels').select('name').execute()).map((row) => row.name))
  const free: string[] = []
  for (let number = 1; free.length < count; number++) {
    const suffix = ` ${number}`
    const candidate = name.slice(0, CHANNEL_NAME_MAX - suffix.length) + suffix
    if (!taken.has(candidate)) free.push(candidate)
  }
  return free
}

/** Inserts a channel of checked fields with its routing rows. */
async function insertChannel(db: Queryable, vault: Vault, fields: ChannelFields): Promise<ChannelRow> {
  const row = await db
    .insertInto('channels')
    .values({
      type: fields.type ?? 0,
      name: fields.name ?? '',
      models: fields.models ?? '',
      key: '',
      key_hash: '',
      created_time: nowInSeconds(),
      ...columnsOf(fields, vault),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await rebuildAbilities(db, row)
  return row
}

/**
 * Writes the given fields; required fields that are given empty stay unchanged. Routing follows before this
 * resolves. `prove` throws where the caller must prove who they are before a stored key goes elsewhere.
 */
export async function updateChannel(
  services: Platform & Calls,
  by: Author,
  id: number,
  { key_mode, multi_key_mode, ...input }: ChangedChannel,
  prove: () => void,
): Promise<ChannelRow> {
  const fields = tidyFields(withoutKept(input), input.type || services.channels.byId(id)?.type)
  const keys = keysIn(fields.key ?? '')
  const isPool = keys.length > 0 && (key_mode !== undefined || services.keyPools.of(id) !== undefined)
  if (isPool) delete fields.key
  else if (keys[0] !== undefined) fields.key = keys[0]
  if (!isPool && keys.length > 1) throw new ApiError('channel_key_single', {}, { key: 'channel_key_single' })
  if (fields.name === '') throw new ApiError('channel_name_required', {}, { name: 'channel_name_required' })
  const row = await services.store.db.transaction().execute(async (trx) => {
    const before = await findChannel(trx, id)
    if (!before) throw new ApiError('channel_not_found')
    const written = withKeyMode(fields, multi_key_mode, before.settings)
    const pool = isPool ? { keys, mode: key_mode } : undefined
    const after = await changeChannel(trx, services.vault, before, {
      fields: written,
      pool,
      groups: groupNames(services),
    })
    // Another node may have made a pool of the channel: its keys stay whatever single key is given.
    const keepsPool = !isPool && (await readKeyHashes(trx, id)).length > 0
    const keepsKeys = keys.length === 0 || keepsPool || (isPool && key_mode === 'append')
    if (keepsKeys && sendsElsewhere(before, after)) prove()
    const change = { before: presentChannel(before), after: presentChannel(after) }
    await writeAudit(trx, by, { action: 'channel.update', target: { kind: 'channel', id }, ...change })
    return after
  })
  if (isPool) await publishKeyChange(services, id)
  else await publishChannels(services)
  return withFormTest(services, row)
}

interface Change {
  /** Tidied; absent ones stay. */
  fields: ChannelFields
  /** Keys for the channel's pool. */
  pool?: { keys: readonly string[]; mode: ChangedChannel['key_mode'] } | undefined
  /** The groups that exist. */
  groups: ReadonlySet<string>
}

/** Checks tidied fields for a stored channel. `groups`: those that exist. Throws an ApiError that names the field. */
export function checkChange(
  vault: Vault,
  before: ChannelRow,
  fields: ChannelFields,
  groups: ReadonlySet<string>,
): void {
  checkKeys(keysToCheck(fields, before, vault), fields.type ?? before.type)
  checkFields(fields, before, new Set([...groups, ...commaList(before.group)]))
}

/** Checks and writes a change of a channel with its routing rows, in a transaction. Throws an ApiError that names the field. */
async function changeChannel(
  trx: Queryable,
  vault: Vault,
  before: ChannelRow,
  { fields, pool, groups }: Change,
): Promise<ChannelRow> {
  checkChange(vault, before, fields, groups)
  const after = await writeColumns(trx, before, columnsOf(sealSettings(fields, vault, before), vault))
  if (pool) await writePool(trx, after, pool.keys, pool.mode, vault)
  await rebuildAbilities(trx, after)
  return after
}

/** What an update may say of several keys beside the fields of a channel. */
type ChangedChannel = ChannelFields & {
  multi_key_mode?: MultiKeyMode | undefined
  key_mode?: 'replace' | 'append' | undefined
}

async function writePool(
  trx: Queryable,
  channel: ChannelRow,
  keys: readonly string[],
  mode: ChangedChannel['key_mode'],
  vault: Vault,
): Promise<void> {
  checkPoolKeys(keys, channel.type)
  if (mode === 'append') await insertKeys(trx, channel, keys, vault)
  else await replaceKeys(trx, channel, keys, vault)
}

/** Returns fields whose settings say how a key is chosen. `stored`: the settings where the fields have none. */
function withKeyMode(fields: ChannelFields, mode: MultiKeyMode | undefined, stored: string): ChannelFields {
  if (mode === undefined) return fields
  const settings = fields.settings ?? stored
  try {
    return { ...fields, settings: JSON.stringify({ ...(settings ? JSON.parse(settings) : {}), multi_key_mode: mode }) }
  } catch {
    // checkFields refuses the settings.
    return fields
  }
}

/**
 * Returns a new key, or the stored one if the type changes. This check decides whether the key can be sent at all.
 */
function keysToCheck({ key, type }: ChannelFields, before: ChannelRow, vault: Vault): string[] {
  if (key?.trim()) return [key]
  return type === undefined || type === before.type ? [] : [vault.decrypt(before.key)]
}

async function writeColumns(db: Queryable, before: ChannelRow, columns: Partial<ChannelRow>): Promise<ChannelRow> {
  if (Object.keys(columns).length === 0) return before
  // The channel may have been deleted in the meantime.
  const notFound = () => new ApiError('channel_not_found')
  return db
    .updateTable('channels')
    .set(columns)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow(notFound)
}

/**
 * Converts fields to columns: the key encrypted, absent fields left out. Enabling a channel clears the reason why
 * it was disabled.
 */
export function columnsOf(fields: ChannelFields, vault: Vault): Partial<ChannelRow> {
  const { key, openai_organization, status, auto_ban, limits, ...same } = fields
  const columns = {
    ...same,
    open_ai_organization: openai_organization,
    limits: limits === undefined ? undefined : storedLimits(limits),
    status: status || undefined,
    other_info: status === CHANNEL_STATUS.enabled ? '' : undefined,
    auto_ban: auto_ban ?? undefined,
    ...(key?.trim() ? { key: vault.encrypt(key.trim()), key_hash: vault.hash(key.trim()) } : {}),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
