import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Store } from '../../platform/store/database.ts'
import { type TokenUse, writeTokenUses } from './queries.ts'

/** Remembers when, from where and with which client tokens were used. */
export interface TokenUses {
  /** Costs nothing when the token was noted within the last second. */
  note(id: number, userAgent: string | undefined, ip: () => string): void
  /** Resolves when everything noted so far is in the database, if the database accepts it. */
  flush(): Promise<void>
  close(): Promise<void>
}

const FLUSH_MS = 10_000
/** A use within this time of the one that is noted tells nothing new. */
const FRESH_MS = 1000
/** Tokens that wait to be written; further ones are noted after the next write. */
const MAX_WAITING = 20_000
/** Rows of one statement. */
const CHUNK = 100
export const MAX_CLIENT = 120

/** Returns a user agent without control and formatting characters, shortened. */
export function clientText(userAgent: string): string {
  const text = userAgent.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
  return [...text.slice(0, 2 * MAX_CLIENT)].slice(0, MAX_CLIENT).join('')
}

/** Opens the notes. They are kept in memory and written every ten seconds; a crash loses that time. */
export function openTokenUses(store: Store, warn: (message: string) => void, now: () => number = Date.now): TokenUses {
  let waiting = new Map<number, TokenUse>()
  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    write,
    isEmpty: () => waiting.size === 0,
    failure: 'the last uses of tokens were not written',
    warn,
  })

  async function write(): Promise<void> {
    const taken = waiting
    waiting = new Map()
    // All nodes lock rows in the same order.
    const rows = [...taken].sort(([one], [other]) => one - other)
    try {
      for (let start = 0; start < rows.length; start += CHUNK)
        await writeTokenUses(store, rows.slice(start, start + CHUNK))
      store.noteWrites(rows.length)
    } catch (error) {
      for (const [id, use] of taken) if (!waiting.has(id) && waiting.size < MAX_WAITING) waiting.set(id, use)
      throw error
    }
  }

  return {
    note(id, userAgent = '', ip) {
      const known = waiting.get(id)
      const at = now()
      if (known ? at - known.at < FRESH_MS : waiting.size >= MAX_WAITING) return
      waiting.set(id, { at, ip: ip(), client: clientText(userAgent) })
      behind.wake()
    },
    flush: behind.flush,
    close: behind.close,
  }
}
