import { isStoredKey, type OptionValues, options, type StoredKey } from '#contract/options.ts'
import type { Bus } from '../store/bus.ts'
import type { Database } from '../store/database.ts'
import { reloadingCache } from '../store/reloading-cache.ts'
import type { Vault } from '../store/vault.ts'
import { readStoredOption } from './read-stored-option.ts'

/** All options in memory. Reads never touch the database; a change on any node arrives through the bus. */
export interface Options<Words = unknown> {
  readonly values: Readonly<OptionValues>
  /** The stored text of an option, or its default. */
  text(key: StoredKey): string
  /** Whether an option was stored, possibly with its default. */
  isSet(key: StoredKey): boolean
  /** Grows with each change, so that derived data can detect when to be rebuilt. */
  readonly version: number
  /** Finds the words of `SensitiveWords` in prompts; undefined = the check is off, or there are no words. */
  readonly wordSearch: Words | undefined
  reload(): Promise<void>
}

/**
 * Loads the options and follows their changes. Of an invalid stored value, the acceptable part is used. New sensitive words
 * are prepared between calls, for which the old options hold until then: all new values are in use when `reload` resolves,
 * with which the reply to a change waits. Other nodes use them as soon as they have prepared the words, too.
 */
export async function openOptions<Words>(parts: {
  db: Database
  vault: Vault
  bus: Bus
  warn: (message: string) => void
  /** Prepares the search for sensitive words; resolves with undefined where there is nothing to search for. */
  prepareWords(values: OptionValues): Promise<Words | undefined>
}): Promise<Options<Words>> {
  const { db, vault, bus, warn, prepareWords } = parts
  let texts = new Map<StoredKey, string>()
  // Plain fields: a call reads them many times.
  const opened = {
    values: {} as Readonly<OptionValues>,
    version: 0,
    wordSearch: undefined as Words | undefined,
    text: (key: StoredKey) => texts.get(key) ?? options[key].default,
    isSet: (key: StoredKey) => texts.has(key),
  }
  const reload = await reloadingCache({
    bus,
    kind: 'options',
    warn,
    async read() {
      const rows = await db.selectFrom('options').selectAll().execute()
      const read = new Map<StoredKey, string>()
      for (const { key, value } of rows) {
        if (isStoredKey(key)) read.set(key, 'secret' in options[key] && value ? vault.decrypt(value) : value)
      }
      const values: Partial<Record<StoredKey, unknown>> = { ...opened.values }
      // What did not change keeps its value, so that what was made of it stays valid.
      for (const key of Object.keys(options) as StoredKey[]) {
        if (!(key in values) || read.get(key) !== texts.get(key))
          values[key] = readStoredOption(key, read.get(key), warn)
      }
      return { values: values as OptionValues, read, wordSearch: await prepareWords(values as OptionValues) }
    },
    use({ values, read, wordSearch }) {
      texts = read
      Object.assign(opened, { values, wordSearch, version: opened.version + 1 })
    },
  })
  return Object.assign(opened, { reload })
}
