import { isOptionKey, type OptionKey, options } from '#contract/options.ts'
import { type Author, writeAudit } from '../accounts/audit.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import { checkSwitch } from './guards.ts'
import { parseOption } from './parse.ts'

/**
 * Checks, stores and applies an option; when it returns, this node works with the new value and the others were told.
 * An empty secret clears it. Throws a Failure that says what is wrong with the key or the value; nothing is stored then.
 */
export async function saveOption(services: Services, by: Author, key: string, text: string): Promise<void> {
  if (!isOptionKey(key)) throw new Failure('option_unknown', { key })
  const value = storedText(key, text)
  checkSwitch(key, value, services.options.values)
  const secret = 'secret' in options[key]
  const { store, vault, bus } = services
  await store.db.transaction().execute(async (trx) => {
    const before = await readText(trx, key)
    const sealed = secret && value ? vault.encrypt(value) : value
    await trx
      .insertInto('options')
      .values({ key, value: sealed })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sealed }))
      .execute()
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

/** The text as it is stored: an address without its trailing slash, a number without decoration. */
function storedText(key: OptionKey, text: string): string {
  const value = parseOption(key, text)
  const { kind } = options[key]
  return kind === 'url' || kind === 'integer' || kind === 'decimal' ? String(value) : text
}

async function readText(db: Queryable, key: OptionKey): Promise<string> {
  const row = await db.selectFrom('options').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? options[key].default
}

const filled = (text: string) => (text ? 'set' : 'empty')
