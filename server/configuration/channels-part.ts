import { channelInput } from '#contract/api/channels.ts'
import { keysIn } from '#contract/channel-rules.ts'
import type { ChannelEntry } from '#contract/configuration/document.ts'
import { isSecretReference } from '#contract/configuration/references.ts'
import { dropChannel } from '../channels/delete.ts'
import { checkPoolKeys, insertKeys } from '../channels/keys/pool-rows.ts'
import { readKeyHashes } from '../channels/keys/queries.ts'
import { lockChannels } from '../channels/queries.ts'
import { type ChannelFields, checkFields, checkKeys } from '../channels/rules.ts'
import { changeChannel, insertChannel } from '../channels/write.ts'
import { ApiError } from '../errors/api-error.ts'
import type { ChannelRow } from '../store/tables.ts'
import { entryDefaults, entryOf, fromWire, pickFields, toFields, withoutDefaults } from './channel-entry.ts'
import { checkHandles, handlesOf } from './handles.ts'
import { listAllChannels } from './queries.ts'
import { addProblem, attempt, keepSecret, type Run, recordChange, recordDifferences, recordSecret } from './run.ts'

/** Creates, changes and, when pruning, deletes channels. `groups`: those that exist afterwards. */
export async function applyChannels(
  run: Run,
  entries: Readonly<Record<string, ChannelEntry>>,
  groups: ReadonlySet<string>,
): Promise<void> {
  const { trx, services } = run
  const handles = handlesOf(await listAllChannels(trx), ({ name }) => name)
  const named = Object.keys(entries).flatMap((key) => handles.get(key)?.id ?? [])
  const rows = named.length > 0 ? await lockChannels(trx, services.store, named) : []
  const locked = new Map(rows.map((row) => [row.id, row]))
  const ids = new Map<string, number>()
  for (const [key, entry] of Object.entries(entries)) {
    const path = ['channels', key]
    const row = locked.get(handles.get(key)?.id ?? 0)
    if (row) ids.set(key, row.id)
    await attempt(run, path, async () => {
      const fields = fieldsOf(run, path, entry)
      if (!fields) return
      if (row) await alterChannel(run, path, { row, entry, fields, groups })
      else ids.set(key, await addChannel(run, path, { name: entry.name ?? key, entry, fields, groups }))
    })
  }
  if (run.prune) {
    for (const [key, row] of handles) if (!Object.hasOwn(entries, key)) await removeChannel(run, key, row)
  }
  checkHandles(
    run,
    'channels',
    ids,
    handlesOf(await listAllChannels(trx), ({ name }) => name),
  )
}

interface Target {
  entry: ChannelEntry
  fields: ChannelFields
  groups: ReadonlySet<string>
}

function fieldsOf(run: Run, path: string[], entry: ChannelEntry): ChannelFields | undefined {
  const read = toFields(run.prune ? { ...entryDefaults(), ...entry } : entry)
  if ('fields' in read) return read.fields
  for (const { path: place, message } of read.issues) {
    run.problems.push({ path: [...path, ...place.map(String)], message })
  }
  return undefined
}

async function alterChannel(run: Run, path: string[], { row, entry, fields, groups }: Target & { row: ChannelRow }) {
  const { trx, services } = run
  if (entry.name !== undefined && entry.name !== row.name) {
    addProblem(run, path, 'configuration_name', { name: entry.name })
    return
  }
  const after = fromWire(fields)
  const before = Object.fromEntries(Object.entries(entryOf(row)).filter(([name]) => name in after))
  const changed = recordDifferences(run, path, before, after)
  const keys = givenKeys(run, path, entry, true)
  const pool = keys && (await newPool(run, path, row, keys, entry))
  if (pool) run.keysOf.add(row.id)
  if (changed.length === 0 && !pool) return
  const written = { ...pickFields(fields, changed), ...(pool === 'single' ? { key: keys?.[0] } : {}) }
  const change = pool === 'pool' ? { keys: keys ?? [], mode: 'replace' as const } : undefined
  await changeChannel(trx, services.vault, row, { fields: written, pool: change, groups })
}

async function addChannel(run: Run, path: string[], { name, entry, fields, groups }: Target & { name: string }) {
  const { trx, services } = run
  const keys = givenKeys(run, path, entry, false) ?? []
  const isName = name.trim() !== '' && channelInput.shape.name.safeParse(name).success
  if (!isName) throw new ApiError('channel_name_required', {}, { name: 'channel_name_required' })
  if (keys.length === 0 && (entry.key ?? entry.keys) === undefined) {
    throw new ApiError('channel_key_required', {}, { key: 'channel_key_required' })
  }
  const isPool = entry.keys !== undefined
  if (!isPool && keys.length > 1) throw new ApiError('channel_key_single', {}, { key: 'channel_key_single' })
  const whole: ChannelFields = {
    type: 0,
    group: 'default',
    models: '',
    ...fields,
    name: name.trim(),
    key: keys[0] ?? '',
  }
  if (isPool && keys.length > 0) checkPoolKeys(keys, whole.type ?? 0)
  else checkKeys(keys, whole.type ?? 0)
  checkFields(whole, { type: 0, base_url: '', other: '' }, groups)
  const row = await insertChannel(trx, services.vault, whole)
  if (isPool) await insertKeys(trx, row, keys, services.vault)
  run.keysOf.add(row.id)
  recordChange(run, path, undefined, withoutDefaults(entryOf(row)))
  recordSecret(run, [...path, 'key'], '', keys.join('\n'))
  return row.id
}

async function removeChannel(run: Run, key: string, row: ChannelRow) {
  await dropChannel(run.trx, row.id)
  recordChange(run, ['channels', key], withoutDefaults(entryOf(row)), undefined)
}

/** The keys of an entry; undefined = it gives none, so that those of a stored channel stay. */
function givenKeys(run: Run, path: string[], { key, keys }: ChannelEntry, isStored: boolean): string[] | undefined {
  const given = keys ?? key
  if (given === undefined) return undefined
  if (isSecretReference(given)) {
    keepSecret(run, [...path, keys === undefined ? 'key' : 'keys'], given.$env, isStored)
    return undefined
  }
  return [...new Set([given].flat().flatMap(keysIn))]
}

/** Records the change of the keys of a channel. Answers what they become; undefined = they are there already. */
async function newPool(run: Run, path: string[], row: ChannelRow, keys: string[], entry: ChannelEntry) {
  const { vault } = run.services
  const stored = await readKeyHashes(run.trx, row.id)
  const isPool = stored.length > 0 || entry.keys !== undefined
  if (!isPool && keys.length > 1) throw new ApiError('channel_key_single', {}, { key: 'channel_key_single' })
  if (keys.length === 0) throw new ApiError('channel_key_required', {}, { key: 'channel_key_required' })
  const before = stored.length > 0 ? stored.map(({ key_hash }) => key_hash) : [row.key_hash]
  const after = keys.map((key) => vault.hash(key))
  const text = (hashes: string[]) => hashes.toSorted().join(',')
  const name = entry.keys === undefined ? 'key' : 'keys'
  return recordSecret(run, [...path, name], text(before), text(after)) ? (isPool ? 'pool' : 'single') : undefined
}
