import { seldom } from '../async/throttle.ts'
import type { Store } from '../store/database.ts'
import type { Vault } from '../store/vault.ts'
import { decompress, decryptText, encryptText } from './compressed-text.ts'
import {
  findResponses,
  insertResponses,
  pruneAll,
  pruneOwner,
  type ResponseQuery,
  type StorageLimits,
} from './queries.ts'

/** The owner of a response; only the owner can refer to it. */
export interface Owner {
  user: number
  /** 0 = none. */
  token: number
}

export interface NewResponse {
  /** The call's id. */
  id: string
  owner: Owner
  /** Compressed lists of items. */
  input: Buffer
  output: Buffer
}

/** The items of a response that is still stored. */
export interface StoredResponse {
  input(): unknown
  output(): unknown
}

/** Answers that later turns may refer to, in the database, so that every node has them. */
export interface StoredResponses {
  /** Stores a response. Returns at once; the response is lost when the database is unreachable for too long. */
  add(response: NewResponse): void
  /**
   * Finds the responses of an owner by their ids; missing ones are left out. Only the response of `inputOf` has its
   * input.
   */
  find(wanted: ResponseQuery, owner: Owner): Promise<ReadonlyMap<string, StoredResponse>>
  /**
   * Resolves when everything added so far is in the database, if the database accepts it, and within its limits.
   */
  flush(): Promise<void>
  close(): Promise<void>
}

const MEGABYTE = 1024 * 1024
export const DEFAULT_LIMITS: StorageLimits = {
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
  /** By id, oldest first. */
  const waiting = new Map<string, NewResponse>()
  let waitingBytes = 0
  /** Owners with new responses since the last pruning. */
  const grownOwners = new Map<string, Owner>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  const lost = seldom(warn, WARN_MS)

  const pruning = setInterval(() => void prune(), PRUNE_MS).unref()

  function removeWaiting(response: NewResponse): void {
    if (waiting.delete(response.id)) waitingBytes -= sizeOf(response)
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      if (waiting.size > 0) wake(RETRY_MS)
    })
    return writing
  }

  function wake(ms = FLUSH_MS): void {
    timer ??= setTimeout(() => void write(), ms).unref()
  }

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      const some = [...waiting.values()].slice(0, ROWS_PER_STATEMENT)
      try {
        await insertResponses(store, some.map(rowOf))
      } catch (error) {
        lost(`answers were not stored for later turns, trying again: ${error}`)
        return
      }
      store.noteWrites(some.length)
      for (const response of some) {
        removeWaiting(response)
        grownOwners.set(`${response.owner.user} ${response.owner.token}`, response.owner)
      }
    }
  }

  function rowOf({ id, owner, input, output }: NewResponse) {
    const texts = { input: encryptText(input, vault), output: encryptText(output, vault) }
    const bytes = texts.input.length + texts.output.length
    return { id, user_id: owner.user, token_id: owner.token, bytes, ...texts }
  }

  async function prune(): Promise<void> {
    try {
      for (const [key, owner] of grownOwners) {
        grownOwners.delete(key)
        await pruneOwner(store, owner, bounds)
      }
      await pruneAll(store, bounds)
    } catch (error) {
      lost(`stored answers were not tidied up: ${error}`)
    }
  }

  async function findOnce({ ids, inputOf }: ResponseQuery, owner: Owner): Promise<Map<string, StoredResponse>> {
    const found = new Map<string, StoredResponse>()
    const others: string[] = []
    for (const id of ids) {
      const own = waiting.get(id)
      if (!own) others.push(id)
      else if (isSameOwner(own.owner, owner))
        found.set(
          id,
          lazyResponse(
            () => own.input,
            () => own.output,
          ),
        )
    }
    for (let from = 0; from < others.length; from += ROWS_PER_STATEMENT) {
      const rows = await findResponses(
        store,
        { ids: others.slice(from, from + ROWS_PER_STATEMENT), inputOf },
        owner,
        bounds.seconds,
      )
      for (const { id, input, output } of rows) {
        if (!isReadable(output, vault)) continue
        found.set(
          id,
          lazyResponse(
            () => decryptText(input, vault),
            () => decryptText(output, vault),
          ),
        )
      }
    }
    return found
  }

  return {
    add(response) {
      waiting.set(response.id, response)
      waitingBytes += sizeOf(response)
      for (const oldest of waiting.values()) {
        if (waitingBytes <= MAX_WAITING_BYTES) break
        removeWaiting(oldest)
      }
      wake()
    },
    async find(wanted, owner) {
      let found = await findOnce(wanted, owner)
      if (store.engine === 'sqlite') return found
      for (const ms of RETRY_DELAYS_MS) {
        if (!wanted.ids.some((id) => !found.has(id) && isFresh(id))) break
        await Bun.sleep(ms)
        found = await findOnce(wanted, owner)
      }
      return found
    },
    async flush() {
      await writing
      await write()
      await prune()
    },
    async close() {
      clearInterval(pruning)
      await writing
      await write()
      clearTimeout(timer)
    },
  }
}

/** Whether a call was made only seconds ago; its id begins with the time, in UTC. */
function isFresh(id: string): boolean {
  const [, date = '', hours = '', minutes = '', seconds = ''] = /^(\d{8})(\d\d)(\d\d)(\d\d)/.exec(id) ?? []
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  return Date.now() - Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) < FRESH_MS
}

const sizeOf = ({ input, output }: NewResponse) => input.length + output.length
const isSameOwner = (one: Owner, other: Owner) => one.user === other.user && one.token === other.token
const lazyResponse = (input: () => Buffer, output: () => Buffer): StoredResponse => ({
  input: () => decompress(input()),
  output: () => decompress(output()),
})

/** False = it was encrypted with a key that has been replaced. */
const isReadable = (sealed: string, { keyId }: Vault) => sealed.split('.', 2)[1] === keyId
