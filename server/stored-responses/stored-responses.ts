import { seldom } from '../async/throttle.ts'
import type { Store } from '../store/database.ts'
import type { Vault } from '../store/vault.ts'
import { openedText, sealedText, unpacked } from './packed.ts'
import { type Bounds, findResponses, insertResponses, pruneAll, pruneOwner, type Wanted } from './queries.ts'

/** Whose response it is: nobody else can refer to it. */
export interface Owner {
  user: number
  /** 0 = none. */
  token: number
}

export interface KeptResponse {
  /** The id of the call. */
  id: string
  owner: Owner
  /** Packed lists of items. */
  input: Buffer
  output: Buffer
}

/** The items of a response that is still there. */
export interface StoredResponse {
  input(): unknown
  output(): unknown
}

/** Answers that later turns may refer to, in the database, so that every node has them. */
export interface StoredResponses {
  /** Keeps a response. Returns at once; when the database is away too long, it is lost. */
  keep(response: KeptResponse): void
  /** The responses of an owner by their ids, without those that are not there. Only the one that is named has its input. */
  find(wanted: Wanted, owner: Owner): Promise<ReadonlyMap<string, StoredResponse>>
  /** Resolves when what was kept so far is in the database, if the database takes it, and within its bounds. */
  flush(): Promise<void>
  close(): Promise<void>
}

const MEGABYTE = 1024 * 1024
export const BOUNDS: Bounds = {
  seconds: 3600,
  ownerBytes: 32 * MEGABYTE,
  ownerRows: 5000,
  totalBytes: 256 * MEGABYTE,
}
const FLUSH_MS = 100
const RETRY_MS = 1000
const PRUNE_MS = 5000
const WARN_MS = 60_000
/** What waits for a database that is away. */
const MOST_WAITING_BYTES = 32 * MEGABYTE
/** Rows of one statement. */
const AT_ONCE = 50
/** Another node may still be writing the response that a caller has just received. */
const AGAIN_MS = [100, 300, 600]
const FRESH_MS = 10_000

export function openStoredResponses(
  { store, vault, warn }: { store: Store; vault: Vault; warn: (message: string) => void },
  bounds = BOUNDS,
): StoredResponses {
  /** By id, oldest first. */
  const waiting = new Map<string, KeptResponse>()
  let waitingBytes = 0
  /** Owners that have more since the last look at their bounds. */
  const grown = new Map<string, Owner>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  const lost = seldom(warn, WARN_MS)

  const pruning = setInterval(() => void prune(), PRUNE_MS).unref()

  function forget(response: KeptResponse): void {
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
      const some = [...waiting.values()].slice(0, AT_ONCE)
      try {
        await insertResponses(store, some.map(rowOf))
      } catch (error) {
        lost(`answers were not stored for later turns, trying again: ${error}`)
        return
      }
      store.wrote(some.length)
      for (const response of some) {
        forget(response)
        grown.set(`${response.owner.user} ${response.owner.token}`, response.owner)
      }
    }
  }

  function rowOf({ id, owner, input, output }: KeptResponse) {
    const texts = { input: sealedText(input, vault), output: sealedText(output, vault) }
    const bytes = texts.input.length + texts.output.length
    return { id, user_id: owner.user, token_id: owner.token, bytes, ...texts }
  }

  async function prune(): Promise<void> {
    try {
      for (const [key, owner] of grown) {
        grown.delete(key)
        await pruneOwner(store, owner, bounds)
      }
      await pruneAll(store, bounds)
    } catch (error) {
      lost(`stored answers were not tidied up: ${error}`)
    }
  }

  async function look({ ids, inputOf }: Wanted, owner: Owner): Promise<Map<string, StoredResponse>> {
    const found = new Map<string, StoredResponse>()
    const others: string[] = []
    for (const id of ids) {
      const own = waiting.get(id)
      if (!own) others.push(id)
      else if (isSame(own.owner, owner))
        found.set(
          id,
          lazily(
            () => own.input,
            () => own.output,
          ),
        )
    }
    for (let from = 0; from < others.length; from += AT_ONCE) {
      const rows = await findResponses(
        store,
        { ids: others.slice(from, from + AT_ONCE), inputOf },
        owner,
        bounds.seconds,
      )
      for (const { id, input, output } of rows) {
        if (!isReadable(output, vault)) continue
        found.set(
          id,
          lazily(
            () => openedText(input, vault),
            () => openedText(output, vault),
          ),
        )
      }
    }
    return found
  }

  return {
    keep(response) {
      waiting.set(response.id, response)
      waitingBytes += sizeOf(response)
      for (const oldest of waiting.values()) {
        if (waitingBytes <= MOST_WAITING_BYTES) break
        forget(oldest)
      }
      wake()
    },
    async find(wanted, owner) {
      let found = await look(wanted, owner)
      if (store.engine === 'sqlite') return found
      for (const ms of AGAIN_MS) {
        if (!wanted.ids.some((id) => !found.has(id) && isFresh(id))) break
        await Bun.sleep(ms)
        found = await look(wanted, owner)
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

const sizeOf = ({ input, output }: KeptResponse) => input.length + output.length
const isSame = (one: Owner, other: Owner) => one.user === other.user && one.token === other.token
const lazily = (input: () => Buffer, output: () => Buffer): StoredResponse => ({
  input: () => unpacked(input()),
  output: () => unpacked(output()),
})

/** False = it was encrypted with a key that has been changed since. */
const isReadable = (sealed: string, { keyId }: Vault) => sealed.split('.', 2)[1] === keyId
