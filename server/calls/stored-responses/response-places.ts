import { throttleMessages } from '../../platform/async/throttle.ts'
import { every } from '../../platform/async/ticker.ts'
import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Store } from '../../platform/store/database.ts'
import { deletePlace, findPlace, insertPlaces, prunePlaces } from './place-queries.ts'
import { isSameOwner, type Owner } from './stored-response.ts'

/** A response that its vendor keeps: at which channel, and whose it is. */
export interface ResponsePlace {
  /** The vendor's id. */
  id: string
  owner: Owner
  channel: number
  /** Id of the key, where the channel has several; 0 = it has one. */
  key: number
  /** The caller's name of the model. */
  model: string
}

/** Ids as vendors make them. What this server keeps has ids of its own. */
const VENDOR_ID = /^resp_[\w-]{10,200}$/
export const isVendorId = (id: string): boolean => VENDOR_ID.test(id)

/** What is known of a response: where it is, or that it is another's. */
export type FoundPlace = ResponsePlace | 'foreign' | undefined

/** The places of responses, in the database, so that every node knows them. */
export interface ResponsePlaces {
  /** Notes a place. Returns at once; the place is lost when the database is unreachable for too long. */
  add(place: ResponsePlace): void
  /** undefined = nothing is known of the id. */
  find(id: string, owner: Owner): Promise<FoundPlace>
  remove(id: string): Promise<void>
  /** Resolves when everything added so far is in the database, if the database accepts it. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** OpenAI keeps responses for 30 days. */
const KEPT_SECONDS = 30 * 86_400
const MAX_ROWS = 1_000_000
const PRUNE_MS = 600_000
const FLUSH_MS = 50
const RETRY_MS = 1000
const WARN_MS = 60_000
const MAX_WAITING = 20_000
const ROWS_PER_STATEMENT = 100
/** Another node may still be writing the place of a response that a caller has just received. */
const LOOK_AGAIN_MS = 150

export function openResponsePlaces(store: Store, warn: (message: string) => void): ResponsePlaces {
  /** By id, oldest first. */
  const waiting = new Map<string, ResponsePlace>()
  const tell = throttleMessages(warn, WARN_MS)
  const prune = () => prunePlaces(store, KEPT_SECONDS, MAX_ROWS).catch((error) => tell(`old places stay: ${error}`))
  const stopPruning = every(PRUNE_MS, prune)

  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    retryMs: RETRY_MS,
    write,
    isEmpty: () => waiting.size === 0,
    failure: 'places of responses were not written',
    warn,
  })

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting.values()].slice(0, ROWS_PER_STATEMENT)
      await insertPlaces(store, some)
      store.noteWrites(some.length)
      for (const { id } of some) waiting.delete(id)
    }
  }

  async function look(id: string): Promise<ResponsePlace | undefined> {
    return waiting.get(id) ?? findPlace(store, id)
  }

  return {
    add(place) {
      if (waiting.size < MAX_WAITING) waiting.set(place.id, place)
      behind.wake()
    },
    async find(id, owner) {
      if (!isVendorId(id)) return undefined
      let found = await look(id)
      if (!found && store.isShared) {
        await Bun.sleep(LOOK_AGAIN_MS)
        found = await look(id)
      }
      return found && !isSameOwner(found.owner, owner) ? 'foreign' : found
    },
    async remove(id) {
      await behind.flush()
      waiting.delete(id)
      await deletePlace(store, id)
    },
    flush: behind.flush,
    close() {
      void stopPruning()
      return behind.close()
    },
  }
}
