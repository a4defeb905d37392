import type { StoreAddress } from '../../platform/store/database.ts'
import type { JournalPart, SettledPart } from './settle-next.ts'

/** A request to the thread: to settle a part of a journal, or to close a database. */
export type SettleRequest = { id: number; place: StoreAddress } & ({ part: JournalPart } | { close: true })
/** The thread's reply. */
export type SettleReply = { id: number; settled: SettledPart | undefined } | { id: number; error: string }

interface PendingRequest {
  resolve(settled: SettledPart | undefined): void
  reject(error: Error): void
}

/** Bun's workers can be unreferenced, so that the process does not wait for them. */
type RefWorker = Worker & { ref(): void; unref(): void }

/** Resolves to TypeScript beside this file, or to JavaScript beside the bundle; the runtime finds either. */
const WORKER = './settle-worker'

const waiting = new Map<number, PendingRequest>()
let requests = 0
let worker: RefWorker | undefined

/**
 * Settles the next records of a journal in a separate thread, so that neither the statements nor the garbage that they
 * leave hold up calls. All databases of a process share the thread. Returns and throws what `settleNext` does; throws too when
 * the thread fails, and then the next call starts another.
 */
export const settleInThread = (place: StoreAddress, part: JournalPart) => ask({ place, part })

/** Closes the thread's connection to a database. */
export async function closeInThread(place: StoreAddress): Promise<void> {
  if (worker) await ask({ place, close: true })
}

type Asked = SettleRequest extends infer Each ? (Each extends SettleRequest ? Omit<Each, 'id'> : never) : never

function ask(request: Asked): Promise<SettledPart | undefined> {
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
    thread.terminate()
    const error = new Error(`the thread that settles charges has failed: ${message}`)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  return thread
}

function onReply(reply: SettleReply): void {
  const pending = waiting.get(reply.id)
  waiting.delete(reply.id)
  if (waiting.size === 0) worker?.unref()
  if ('error' in reply) pending?.reject(new Error(reply.error))
  else pending?.resolve(reply.settled)
}
