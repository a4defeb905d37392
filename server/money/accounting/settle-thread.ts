import type { QueryResult } from 'kysely'
import type { Store, StoreAddress } from '../../platform/store/database.ts'
import type { WritingThread } from '../../platform/store/writes-in-thread.ts'
import type { Grant } from './leased-balance.ts'
import { type LeaseRequest, takeLeases } from './leases.ts'
import type { JournalPart, SettledPart } from './settle-next.ts'

/** The leases that a node takes. */
interface LeasesAsked {
  nodeId: string
  leases: readonly LeaseRequest[]
}

/** A request to the thread: to settle a part of a journal, to take leases, to run a statement, or to close a database. */
export type SettleRequest = { id: number; place: StoreAddress } & (
  | { part: JournalPart }
  | { asked: LeasesAsked }
  | { sql: string; parameters: readonly unknown[] }
  | { close: true }
)
type Done = SettledPart | Grant[] | QueryResult<unknown> | undefined
/** The thread's reply. */
export type SettleReply = { id: number; done: Done } | { id: number; error: string }

interface PendingRequest {
  resolve(done: Done): void
  reject(error: Error): void
}

/** Bun's workers can be unreferenced, so that the process does not wait for them. */
type RefWorker = Worker & { ref(): void; unref(): void }

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './settle-worker'

const waiting = new Map<number, PendingRequest>()
let requests = 0
let worker: RefWorker | undefined
/** The thread has replied: nobody waits for its start. */
let isReady = false

/**
 * Settles the next records of a journal in a separate thread, so that neither the statements nor the garbage that they
 * leave hold up calls. All databases of a process share the thread. Returns and throws what `settleNext` does; throws too when
 * the thread fails, and then the next call starts another.
 */
export const settleInThread = (place: StoreAddress, part: JournalPart) =>
  ask({ place, part }) as Promise<SettledPart | undefined>

/** Returns the thread as it runs other statements of a database, between the parts that it settles. */
export const settlingThread = (place: StoreAddress): WritingThread => ({
  run: (sql, parameters) => ask({ place, sql, parameters }) as ReturnType<WritingThread['run']>,
  close: () => closeInThread(place),
})

/** Takes leases as `takeLeases` does, in the thread where it writes the database and has started. */
export function takeLeasesAside(store: Store, nodeId: string, leases: readonly LeaseRequest[]): Promise<Grant[]> {
  if (!isReady || store.writes === store.db) return takeLeases(store, nodeId, leases)
  return store.whileNotWriting(() => ask({ place: store.place, asked: { nodeId, leases } }) as Promise<Grant[]>)
}

/** Closes the thread's connection to a database. */
export async function closeInThread(place: StoreAddress): Promise<void> {
  if (worker) await ask({ place, close: true })
}

type Asked = SettleRequest extends infer Each ? (Each extends SettleRequest ? Omit<Each, 'id'> : never) : never

function ask(request: Asked): Promise<Done> {
  return new Promise((resolve, reject) => {
    const id = ++requests
    waiting.set(id, { resolve, reject })
    worker ??= start()
    // The process must not end before the reply.
    worker.ref()
    worker.postMessage({ ...request, id })
  })
}

function start(): RefWorker {
  const thread = new Worker(new URL(WORKER, import.meta.url).href, { smol: true, ref: false }) as RefWorker
  thread.onmessage = ({ data }: MessageEvent<SettleReply>) => onReply(data)
  thread.onerror = ({ message }) => {
    worker = undefined
    isReady = false
    thread.terminate()
    const error = new Error(`the thread that settles charges has failed: ${message}`)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  return thread
}

function onReply(reply: SettleReply): void {
  isReady = true
  const pending = waiting.get(reply.id)
  waiting.delete(reply.id)
  if (waiting.size === 0) worker?.unref()
  if ('error' in reply) pending?.reject(new Error(reply.error))
  else pending?.resolve(reply.done)
}
