import { channelInput } from '#contract/api/channels.ts'
import { keysIn } from '#contract/channel-rules.ts'
import type { ChannelEntry } from '#contract/configuration/document.ts'
import { isSecretReference } from '#contract/configuration/references.ts'
import { openSecrets } from '../../calls/registry/channel-way.ts'
import { checkPoolKeys, checkPoolSize, insertKeys, replaceKeys } from '../../channels/keys/pool-rows.ts'
import { readAllKeyHashes } from '../../channels/keys/queries.ts'
import { lockChannels } from '../../channels/queries.ts'
import { type ChannelFields, checkFields, checkKeys } from '../../channels/rules.ts'
import { sealSettings } from '../../channels/seal-settings.ts'
import { checkChange } from '../../channels/write.ts'
import { dropChannels, insertChannels, writeChannels } from '../../channels/write-many.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'
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
  const work: Work = { added: [], altered: [], pools: await readAllKeyHashes(trx) }
  const after = new Map([...handles].map(([key, { id, name }]) => [key, { id, name }]))
  const ids = new Map<string, number>()
  let nextId = 1 + Math.max(0, ...[...handles.values()].map(({ id }) => id))
  for (const [key, entry] of Object.entries(entries)) {
    const path = ['channels', key]
    const row = locked.get(handles.get(key)?.id ?? 0)
    if (row) ids.set(key, row.id)
    await attempt(run, path, async () => {
      const given = fieldsOf(run, path, withoutReferences(run, path, entry, row))
      if (!given) return
      const fields = sealSettings(given, services.vault, row)
      if (row) return alterChannel(run, work, path, { row, entry, fields, groups })
      const name = addChannel(run, work, path, { name: entry.name ?? key, entry, fields, groups })
      // A new row comes behind all others, whatever its id will be.
      ids.set(key, nextId)
      after.set(`\0${nextId}`, { id: nextId++, name })
    })
  }
  const gone = run.prune ? [...handles].filter(([key]) => !Object.hasOwn(entries, key)) : []
  for (const [key, row] of gone) {
    after.delete(key)
    recordChange(run, ['channels', key], withoutDefaults(entryOf(row)), undefined)
  }
  checkHandles(
    run,
    'channels',
    ids,
    handlesOf([...after.values()], ({ name }) => name),
  )
  run.writes.push(async () => {
    await dropChannels(
      trx,
      gone.map(([, row]) => row),
    )
    await write(run, work)
  })
}

/** What is written once the whole document is found right. */
interface Work {
  added: { fields: ChannelFields; keys?: string[] | undefined }[]
  altered: { before: ChannelRow; fields: ChannelFields; keys?: string[] | undefined }[]
  /** The hashes of the keys of channels that have several. */
  pools: ReadonlyMap<number, string[]>
}

async function write({ trx, services, keysOf }: Run, { added, altered }: Work): Promise<void> {
  const { vault, store } = services
  const rows = await insertChannels(
    trx,
    store.engine,
    vault,
    added.map(({ fields }) => fields),
  )
  for (const [index, row] of rows.entries()) {
    const keys = added[index]?.keys
    if (!keys) continue
    await insertKeys(trx, row, keys, vault)
    keysOf.add(row.id)
  }
  await writeChannels(trx, store.engine, vault, altered)
  for (const { before, keys } of altered) {
    if (!keys) continue
    await replaceKeys(trx, before, keys, vault)
    keysOf.add(before.id)
  }
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

function alterChannel(
  run: Run,
  work: Work,
  path: string[],
  { row, entry, fields, groups }: Target & { row: ChannelRow },
): void {
  const { vault } = run.services
  if (entry.name !== undefined && entry.name !== row.name) {
    addProblem(run, path, 'configuration_name', { name: entry.name })
    return
  }
  const after = fromWire(fields)
  const isOtherSecret = recordSettingsSecrets(run, path, row, fields)
  const before = Object.fromEntries(Object.entries(entryOf(row)).filter(([name]) => name in after))
  const changed = recordDifferences(run, path, before, after)
  const keys = givenKeys(run, path, entry, true)
  const pool = keys && newPool(run, work, path, row, keys, entry)
  if (changed.length === 0 && !pool && !isOtherSecret) return
  const sealed = isOtherSecret ? { settings: fields.settings, secrets: fields.secrets } : {}
  const written = { ...pickFields(fields, changed), ...sealed, ...(pool === 'single' ? { key: keys?.[0] } : {}) }
  checkChange(vault, row, written, groups)
  if (pool === 'pool' && keys) checkPoolKeys(keys, written.type ?? row.type)
  work.altered.push({ before: row, fields: written, ...(pool === 'pool' ? { keys } : {}) })
}

/** Returns the name of the new channel. */
function addChannel(
  run: Run,
  work: Work,
  path: string[],
  { name, entry, fields, groups }: Target & { name: string },
): string {
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
  checkPoolSize(keys.length)
  checkFields(whole, { type: 0, base_url: '', other: '' }, groups)
  work.added.push({ fields: whole, ...(isPool ? { keys } : {}) })
  recordChange(run, path, undefined, withoutDefaults({ ...entryDefaults(), ...fromWire(whole) }))
  recordSecret(run, [...path, 'key'], '', keys.join('\n'))
  recordSettingsSecrets(run, path, undefined, whole)
  return name.trim()
}

/** Records other secrets than the stored ones in the settings of a channel. */
function recordSettingsSecrets(
  run: Run,
  path: string[],
  row: ChannelRow | undefined,
  { secrets }: ChannelFields,
): boolean {
  const { vault } = run.services
  const text = (sealed = '') => (sealed ? JSON.stringify(openSecrets(sealed, vault)) : '')
  return secrets !== undefined && recordSecret(run, [...path, 'settings', 'secrets'], text(row?.secrets), text(secrets))
}

/** Puts what is stored in the place of references without a value. */
function withoutReferences(run: Run, path: string[], entry: ChannelEntry, row: ChannelRow | undefined): ChannelEntry {
  const stored: Record<string, unknown> = row?.settings ? JSON.parse(row.settings) : {}
  const referred = Object.entries(entry.settings ?? {}).flatMap(([name, value]) =>
    isSecretReference(value) ? [[name, value.$env] as const] : [],
  )
  if (referred.length === 0) return entry
  for (const [name, variable] of referred)
    keepSecret(run, [...path, 'settings', name], variable, stored[name] !== undefined)
  return {
    ...entry,
    settings: { ...entry.settings, ...Object.fromEntries(referred.map(([name]) => [name, stored[name]])) },
  }
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
function newPool(run: Run, { pools }: Work, path: string[], row: ChannelRow, keys: string[], entry: ChannelEntry) {
  const { vault } = run.services
  const stored = pools.get(row.id)
  const isPool = stored !== undefined || entry.keys !== undefined
  if (!isPool && keys.length > 1) throw new ApiError('channel_key_single', {}, { key: 'channel_key_single' })
  if (keys.length === 0) throw new ApiError('channel_key_required', {}, { key: 'channel_key_required' })
  const before = stored ?? [row.key_hash]
  const after = keys.map((key) => vault.hash(key))
  // New keys are there before former ones are gone.
  if (isPool) checkPoolSize(new Set([...before, ...after]).size)
  const text = (hashes: string[]) => hashes.toSorted().join(',')
  const name = entry.keys === undefined ? 'key' : 'keys'
  return recordSecret(run, [...path, name], text(before), text(after)) ? (isPool ? 'pool' : 'single') : undefined
}
