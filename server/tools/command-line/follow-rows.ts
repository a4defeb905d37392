import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { Unreachable } from './api-client.ts'
import { timeText } from './output.ts'

const POLL_MS = 1000
/** Waits between attempts to reach the server again, doubled up to this. */
const MAX_RETRY_MS = 30_000
/**
 * Nodes write rows side by side, so a row may be seen after another with a higher id. Rows are read again until they
 * were there for this time, and known ones are passed over.
 */
const SETTLED_MS = 15_000

/** In-flight rows are looked for this far behind the newest one at the start. */
const BACK = 1000

interface Numbered {
  id: number
}
interface Rows<Row> {
  items: readonly Row[]
  /** The highest id of the whole log before these rows were read. */
  last_id?: number | undefined
}
/** Reads rows with higher ids than `afterId`, in the order of their ids, at most `limit`. */
type Read<Row> = (afterId: number, limit: number) => Promise<Rows<Row>>

/** Follows a log from now on. Ask for it before the rows that are there are read, so that none falls between. */
export async function openFollower<Row extends Numbered>(read: Read<Row>) {
  const { last_id: newest = 0 } = await read(Number.MAX_SAFE_INTEGER, 1)
  const cursor = createCursor(Math.max(0, newest - BACK))
  const readNew = async (use: (row: Row) => void) => {
    const startedAt = Date.now()
    let head: number | undefined
    for (let after = cursor.after(); ; ) {
      const { items, last_id = 0 } = await read(after, MAX_PAGE_SIZE)
      head ??= last_id
      for (const row of items) if (cursor.isNew(row.id)) use(row)
      const last = items.at(-1)
      if (!last || items.length < MAX_PAGE_SIZE) break
      after = last.id
    }
    cursor.complete(head, startedAt)
  }
  await readNew(() => {})

  /** Prints each row that comes after `known` once. Goes on for ever; throws what the server refuses. */
  return async (known: readonly Row[], print: (row: Row) => void, note: (text: string) => void): Promise<never> => {
    for (const { id } of known) cursor.isNew(id)
    for (let retryMs = 0; ; ) {
      try {
        await readNew(print)
        if (retryMs > 0) note(`${timeText(Date.now() / 1000)} connected again, nothing was left out`)
        retryMs = 0
        await Bun.sleep(POLL_MS)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        if (retryMs === 0) note(`${timeText(Date.now() / 1000)} ${error.message}; trying again`)
        retryMs = Math.min(Math.max(retryMs * 2, POLL_MS), MAX_RETRY_MS)
        await Bun.sleep(retryMs)
      }
    }
  }
}

/** Remembers which rows were seen, and behind which id everything that will ever be there is known. Times in milliseconds. */
export function createCursor(start: number) {
  const seen = new Set<number>()
  const heads: { id: number; at: number }[] = []
  let settled = start
  return {
    /** The id to read behind. */
    after: () => settled,
    /** Whether a row comes for the first time. */
    isNew(id: number): boolean {
      if (id <= settled || seen.has(id)) return false
      seen.add(id)
      return true
    },
    /**
     * Everything behind the cursor was read, from `startedAt` on; `head` was the highest id of the whole log then. What
     * was below a head of long before has been read after its writers had ended.
     */
    complete(head: number, startedAt: number): void {
      if (heads.at(-1)?.id !== head) heads.push({ id: head, at: startedAt })
      for (let old = heads[0]; old && old.at <= startedAt - SETTLED_MS; old = heads[0]) {
        settled = Math.max(settled, old.id)
        heads.shift()
      }
      for (const id of seen) if (id <= settled) seen.delete(id)
    },
  }
}
