import { isOptionKey, options, type StoredKey } from '#contract/options.ts'
import { type Author, writeAudit } from '../audits/write.ts'
import { Failure } from '../errors/api-error.ts'
import { notJson, parseOption } from '../options/parse.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import { checkGroupNames, checkPriceNames, checkSwitch } from './guards.ts'

/**
 * Checks, stores and applies an option; when it returns, this node works with the new value and the others were told.
 * An empty secret clears it. Throws a Failure that says what is wrong with the key or the value, or that the stored
 * text is not `expected` any more; nothing is stored then.
 */
export async function saveOption(
  services: Services,
  by: Author,
  key: string,
  text: string,
  expected?: string,
): Promise<void> {
  if (!isOptionKey(key)) throw new Failure('option_unknown', { key })
  await storeOption(services, by, key, text, expected)
}

/** The same for any option, also for those that only the server writes. */
export async function storeOption(
  services: Services,
  by: Author,
  key: StoredKey,
  text: string,
  expected?: string,
): Promise<void> {
  const value = storedText(key, text)
  checkSwitch(key, value, services.options.values)
  const secret = 'secret' in options[key]
  const { store, vault, bus } = services
  await store.db.transaction().execute(async (trx) => {
    const before = await lockText(trx, key)
    if (expected !== undefined && before !== expected) throw new Failure('option_changed_meanwhile')
    if (before === value) return
    const sealed = secret && value ? vault.encrypt(value) : value
    await trx.updateTable('options').set({ value: sealed }).where('key', '=', key).execute()
    await writeAudit(trx, by, {
      action: 'option.update',
      target: { kind: 'option', id: key },
      before: secret ? filled(before) : before,
      after: secret ? filled(value) : value,
    })
  })
  bus.publish({ kind: 'options' })
  await services.options.reload()
}

/** The text as it is stored: an address without its trailing slash, a number without decoration. Throws a Failure. */
function storedText(key: StoredKey, text: string): string {
  // Older versions have stored empty maps as empty texts, so reading takes them.
  if (isMap(key) && text.trim() === '') throw new Failure(notJson(key))
  const value = parseOption(key, text)
  checkGroupNames(key, value)
  checkPriceNames(key, Object(value))
  return TIDIED_KINDS.includes(options[key].kind) ? String(value) : text
}

/** Kinds of which the parsed value is stored. */
const TIDIED_KINDS: readonly string[] = ['url', 'picture', 'sender', 'integer', 'decimal']
const MAP_KINDS: readonly string[] = ['ratio-map', 'label-map', 'chats']
const isMap = (key: StoredKey) => MAP_KINDS.includes(options[key].kind)

/** The stored text, or the default, which is stored then: only a row can be locked against a change at the same time. */
async function lockText(trx: Queryable, key: StoredKey): Promise<string> {
  const row = await trx
    .insertInto('options')
    .values({ key, value: options[key].default })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('value')
    .executeTakeFirstOrThrow()
  return row.value
}

const filled = (text: string) => (text ? 'set' : 'empty')
