import { isOptionKey, type OptionKey, options, type StoredKey } from '#contract/options.ts'
import { PRICE_OPTIONS, type PriceOption } from '#contract/prices/dollar-prices.ts'
import { type AuditEntry, type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { parseOidcProviders, readOidcSecrets } from '../../platform/options/oidc-providers.ts'
import { notJsonCode, parseOption } from '../../platform/options/parse-option.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import {
  checkFallbacks,
  checkGroupNames,
  checkLimitedGroups,
  checkListAddresses,
  checkOidcOption,
  checkPriceNames,
  checkSize,
  checkSwitch,
} from './option-rules.ts'

/**
 * Checks, stores and applies an option. When it resolves, this node uses the new value and the others were
 * notified. An empty secret clears it. Throws an ApiError that states what is wrong with the key or the value, or
 * that the stored text is no longer `expected`; nothing is stored then.
 */
export async function saveOption(
  services: Platform,
  by: Author,
  key: string,
  text: string,
  expected?: string,
): Promise<void> {
  if (!isOptionKey(key)) throw new ApiError('option_unknown', { key })
  if (key === 'OIDCProviders') return saveOidcProviders(services, by, text, expected)
  await storeOption(services, by, key, text, expected)
}

/** Does the same for any option, including those that only the server writes. */
export async function storeOption(
  services: Platform,
  by: Author,
  key: StoredKey,
  text: string,
  expected?: string,
): Promise<void> {
  const value = normalizeText(key, text)
  checkSwitch(key, value, services.options.values)
  if (key === 'GroupLimits') checkLimitedGroups(parseOption(key, value), services.options.values)
  const { store } = services
  await store.db.transaction().execute((trx) => writeOption(trx, services, by, key, value, expected))
  await applyOptions(services)
}

/**
 * Stores the list of OpenID providers without the secrets that it holds, and these with those that are kept: of
 * providers whose issuer is the same. A secret is never sent to an issuer that it was not given for.
 */
async function saveOidcProviders(services: Platform, by: Author, text: string, expected?: string): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const changes = await changeOidcProviders(trx, services, text, expected)
    for (const change of changes) await writeAudit(trx, by, entryOf([change]))
  })
  await applyOptions(services)
}

/** Does the same in a transaction, without an audit entry; returns what has changed. */
export async function changeOidcProviders(
  trx: Queryable,
  services: Platform,
  text: string,
  expected?: string,
): Promise<StoredChange[]> {
  const { vault } = services
  const given = parseOidcProviders(text)
  const list = given.map(({ client_secret: _, ...provider }) => provider)
  const before = parseOidcProviders(await lockStoredText(trx, 'OIDCProviders'))
  const sealed = await lockStoredText(trx, 'OIDCProviderSecrets')
  const stored = readOidcSecrets(sealed && vault.decrypt(sealed))
  const keptFor = (id: string, issuer: string) => before.find((old) => old.id === id && old.issuer === issuer)?.id
  const secrets = given.flatMap(({ id, issuer, client_secret }) => {
    const secret = client_secret ?? stored[keptFor(id, issuer) ?? '']
    return secret ? [[id, secret]] : []
  })
  const next = secrets.length > 0 ? JSON.stringify(Object.fromEntries(secrets)) : ''
  const isNew = next !== (sealed && vault.decrypt(sealed))
  const changes = [
    await changeOption(trx, services, 'OIDCProviders', JSON.stringify(list), expected),
    isNew ? await changeOption(trx, services, 'OIDCProviderSecrets', next) : undefined,
  ]
  return changes.filter((change) => change !== undefined)
}

/**
 * Stores options that hold prices of models, all or none. One audit entry holds all changes; the history of each
 * option finds its own in it.
 */
export async function savePrices(services: Platform, by: Author, changes: readonly PriceChange[]): Promise<void> {
  const named = new Map(changes.map((change) => [change.key, change]))
  // Always in the same order, so that two calls do not wait for each other's rows.
  const ordered = PRICE_OPTIONS.flatMap((key) => named.get(key) ?? [])
  const wanted = ordered.map((change) => ({ ...change, value: normalizeText(change.key, change.value) }))
  await services.store.db.transaction().execute(async (trx) => {
    const stored: StoredChange[] = []
    for (const { key, value, expected } of wanted) {
      const change = await changeOption(trx, services, key, value, expected)
      if (change) stored.push(change)
    }
    if (stored.length > 0) await writeAudit(trx, by, entryOf(stored))
  })
  await applyOptions(services)
}

/** Stores options of the settings pages: all of them with an audit entry each, or none. Secrets are not for this. */
export async function saveOptions(
  services: Platform,
  by: Author,
  changes: readonly { key: OptionKey; value: string }[],
): Promise<void> {
  const wanted = changes.map(({ key, value }) => ({ key, value: normalizeText(key, value) }))
  await services.store.db.transaction().execute(async (trx) => {
    for (const { key, value } of wanted) await writeOption(trx, services, by, key, value)
  })
  await applyOptions(services)
}

interface PriceChange {
  key: PriceOption
  value: string
  /** The stored text that the change was made of. */
  expected: string
}

/** Stores a checked text with its audit row, unless it is there already. */
async function writeOption(
  trx: Queryable,
  services: Platform,
  by: Author,
  key: StoredKey,
  value: string,
  expected?: string,
): Promise<void> {
  const change = await changeOption(trx, services, key, value, expected)
  if (change) await writeAudit(trx, by, entryOf([change]))
}

/** A change of an option as the audit log may hold it. */
export interface StoredChange {
  key: StoredKey
  before: string
  after: string
}

/** Stores a checked text and returns what the audit log may hold of the change; undefined if it is there already. */
export async function changeOption(
  trx: Queryable,
  { vault }: Platform,
  key: StoredKey,
  value: string,
  expected?: string,
): Promise<StoredChange | undefined> {
  const secret = 'secret' in options[key]
  const before = await lockStoredText(trx, key)
  if (expected !== undefined && before !== expected) throw new ApiError('option_changed_meanwhile')
  if (before === value) return undefined
  const sealed = secret && value ? vault.encrypt(value) : value
  await trx.updateTable('options').set({ value: sealed }).where('key', '=', key).execute()
  return secret ? { key, before: filled(before), after: filled(value) } : { key, before, after: value }
}

/** The audit entry of changes saved together: the texts of one option, or texts by option. */
function entryOf(changes: readonly StoredChange[]): AuditEntry {
  const [first] = changes
  const texts = (side: 'before' | 'after') =>
    changes.length === 1 && first
      ? first[side]
      : Object.fromEntries(changes.map((change) => [change.key, change[side]]))
  return {
    action: 'option.update',
    target: { kind: 'option', id: changes.map(({ key }) => key).join(',') },
    before: texts('before'),
    after: texts('after'),
  }
}

/** Uses what was stored on this node, and notifies the others. */
export async function applyOptions({ bus, options }: Platform): Promise<void> {
  bus.publish({ kind: 'options' })
  await options.reload()
}

/** Returns the text to store: an address without its trailing slash, a number in plain form. Throws an ApiError. */
export function normalizeText(key: StoredKey, text: string): string {
  // Older versions stored empty maps as empty texts, so reading accepts them.
  if (isMap(key) && text.trim() === '') throw new ApiError(notJsonCode(key))
  const value = parseOption(key, text)
  if (typeof value === 'object') checkSize(key, value)
  checkGroupNames(key, value)
  checkPriceNames(key, Object(value))
  checkFallbacks(key, Object(value))
  checkListAddresses(key, value)
  checkOidcOption(key, text)
  return NORMALIZED_KINDS.includes(options[key].kind) ? String(value) : text
}

/** Kinds whose parsed value is stored. */
const NORMALIZED_KINDS: readonly string[] = ['url', 'picture', 'colour', 'sender', 'integer', 'decimal']
const MAP_KINDS: readonly string[] = [
  'ratio-map',
  'label-map',
  'choice-map',
  'chats',
  'model-cards',
  'price-rules',
  'limit-map',
]
const isMap = (key: StoredKey) => MAP_KINDS.includes(options[key].kind)

/**
 * Returns the stored text, or the default, which is stored then: only a row can be locked against a simultaneous
 * change.
 */
export async function lockStoredText(trx: Queryable, key: StoredKey): Promise<string> {
  const row = await trx
    .insertInto('options')
    .values({ key, value: options[key].default })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

const filled = (text: string) => (text ? 'set' : 'empty')
