import { throttleMessages } from '../../platform/async/throttle.ts'
import { every } from '../../platform/async/ticker.ts'
import { openWriteBehind } from '../../platform/async/write-behind.ts'
import type { Store } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { encryptText } from './compressed-text.ts'
import { findStored } from './find-stored.ts'
import {
  deleteResponse,
  insertResponses,
  type NewRow,
  pruneAll,
  pruneOwner,
  type ResponseQuery,
  type StorageBounds,
} from './queries.ts'
import type { NewResponse, Owner, StoredResponse } from './stored-response.ts'
import { createWaitingResponses } from './waiting-responses.ts'

/** Answers that later turns may refer to, in the database, so that every node has them. */
export interface StoredResponses {
  /** Stores a response. Returns at once; the response is lost when the database is unreachable for too long. */
  add(response: NewResponse): void
  /**
   * Finds the responses of an owner by their ids; missing ones are left out. Only the response of `inputOf` has its
   * input.
   */
  find(wanted: ResponseQuery, owner: Owner): Promise<ReadonlyMap<string, StoredResponse>>
  /** Deletes a response, whoever it belongs to. */
  remove(id: string): Promise<void>
  /**
   * Resolves when everything added so far is in the database, if the database accepts it, and within its limits.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

const MEGABYTE = 1024 * 1024
export const DEFAULT_LIMITS: StorageBounds = {
  seconds: 3600,
  ownerBytes: 32 * MEGABYTE,
  ownerRows: 5000,
  totalBytes: 256 * MEGABYTE,
}
const FLUSH_MS = 100
const RETRY_MS = 1000
const PRUNE_MS = 5000
const WARN_MS = 60_000
/** Maximum size of the responses that wait for an unreachable database. */
const MAX_WAITING_BYTES = 32 * MEGABYTE
/** Rows of one statement. */
const ROWS_PER_STATEMENT = 50
/** Another node may still be writing the response that a caller has just received. */
const RETRY_DELAYS_MS = [100, 300, 600]
const FRESH_MS = 10_000

export function openStoredResponses(
  { store, vault, warn }: { store: Store; vault: Vault; warn: (message: string) => void },
  bounds = DEFAULT_LIMITS,
): StoredResponses {
  const waiting = createWaitingResponses(MAX_WAITING_BYTES)
  const lost = throttleMessages(warn, WARN_MS)
  const sources = { waiting, store, vault, seconds: bounds.seconds }

  const pruner = createPruner(store, bounds, lost)
  const stopPruning = every(PRUNE_MS, pruner.prune)

  const behind = openWriteBehind({
    everyMs: FLUSH_MS,
    retryMs: RETRY_MS,
    write,
    isEmpty: waiting.isEmpty,
    failure: 'answers were not stored for later turns',
    warn,
  })

  async function write(): Promise<void> {
    while (!waiting.isEmpty()) {
      const some = waiting.oldest(ROWS_PER_STATEMENT)
      await insertResponses(
        store,
        some.map((response) => toRow(response, vault)),
      )
      store.noteWrites(some.length)
      for (const response of some) {
        waiting.remove(response)
        pruner.noteGrown(response.owner)
      }
    }
  }

  return {
    add(response) {
      waiting.add(response)
      behind.wake()
    },
    async find(wanted, owner) {
      const find = () => findStored(wanted, owner, sources)
      return store.isShared ? findFresh(wanted.ids, find) : find()
    },
    async remove(id) {
      await behind.flush()
      const unwritten = waiting.find(id)
      if (unwritten) waiting.remove(unwritten)
      await deleteResponse(store, id)
    },
    async flush() {
      await behind.flush()
      await pruner.prune()
    },
    close() {
      void stopPruning()
      return behind.close()
    },
  }
}

/** Deletes expired responses, and the oldest ones above the limits. */
function createPruner(store: Store, bounds: StorageBounds, warn: (message: string) => void) {
  /** Owners with new responses since the last pruning. */
  const grownOwners = new Map<string, Owner>()
  return {
    noteGrown(owner: Owner): void {
      grownOwners.set(`${owner.user} ${owner.token}`, owner)
    },
    async prune(): Promise<void> {
      try {
        for (const [key, owner] of grownOwners) {
          grownOwners.delete(key)
          await pruneOwner(store, owner, bounds)
        }
        await pruneAll(store, bounds)
      } catch (error) {
        warn(`stored answers were not tidied up: ${error}`)
      }
    },
  }
}

function toRow({ id, owner, input, output, response }: NewResponse, vault: Vault): NewRow {
  const texts = {
    input: encryptText(input, vault),
    output: encryptText(output, vault),
    response: encryptText(response, vault),
  }
  const bytes = texts.input.length + texts.output.length + texts.response.length
  return { id, user_id: owner.user, token_id: owner.token, bytes, ...texts }
}

/** Finds responses, again and again while one of the last seconds is missing. */
async function findFresh(
  ids: readonly string[],
  find: () => Promise<Map<string, StoredResponse>>,
): Promise<Map<string, StoredResponse>> {
  let found = await find()
  for (const ms of RETRY_DELAYS_MS) {
    if (!ids.some((id) => !found.has(id) && isFresh(id))) break
    await Bun.sleep(ms)
    found = await find()
  }
  return found
}

/** Whether a call was made only seconds ago; its id begins with the time, in UTC. */
function isFresh(id: string): boolean {
  const [, date = '', hours = '', minutes = '', seconds = ''] = /^(\d{8})(\d\d)(\d\d)(\d\d)/.exec(id) ?? []
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  return Date.now() - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) < FRESH_MS
}
