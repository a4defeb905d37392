import type { Store } from '../store/database.ts'
import { listSegments, segmentEntries } from './journal-files.ts'
import {
  chargesIn,
  type Entry,
  isSettled,
  type Position,
  type SettledRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'
import { countSettled, ownersOf, type SettledBatch, settleBatch } from './settle.ts'
import type { Wallet } from './wallet.ts'

/** Batches are the cheaper the larger they are; nobody minds a log row that is this late. */
const EVERY_MS = 300
/** A full batch is settled at once. Twice as many rows would cost hardly less each. */
const BATCH = 256
/** More charges than this wait in the journal's files instead of memory. */
const MAX_QUEUED = 20_000
const MAX_BACKOFF_MS = 5000
/** A quarter of a minute: service managers kill what takes long to stop, and the journal keeps everything. */
const FLUSH_TRIES = 8

/** Brings the charges and unpaid answers of the journal into the database, in batches. */
export interface Settler {
  /** Takes records that are in the journal. */
  add(records: readonly Entry<SettledRecord>[]): void
  /** Resolves when the charge with an id is in the database, or after so many milliseconds. */
  settled(id: string, withinMs: number): Promise<void>
  /** Resolves when everything that was added is in the database. */
  flush(): Promise<void>
  /** Records that the database does not know yet. */
  readonly pending: number
  close(): void
}

export interface SettlerParts {
  store: Store
  nodeId: string
  /** Where the journal is. */
  dir: string
  wallet: Wallet
  /** What lies before it is in the database; recovery has stored it. */
  position: Position
  maxQueued?: number | undefined
  /** Called with unpaid answers when they are in the database. */
  unpaidSettled: (records: readonly UnpaidRecord[]) => void
  warn: (message: string) => void
}

/** `settled` is told the place behind every batch that was committed. */
export function openSettler(parts: SettlerParts, settled: (position: Position) => Promise<void>): Settler {
  const { store, nodeId, dir, wallet, unpaidSettled, warn, maxQueued = MAX_QUEUED } = parts
  let position = parts.position
  let queue: Entry<SettledRecord>[] = []
  /** Charges were left out of the queue: read them from the files when the queue is empty. */
  let spilled = false
  let pending = 0
  let running: Promise<void> | undefined
  let backoff = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** Whoever waits for a charge, by its id. */
  const waiting = new Map<string, () => void>()

  function schedule(delay: number): void {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, delay)
  }

  function run(): Promise<void> {
    running ??= settleWaiting().finally(() => {
      running = undefined
      if (pending > 0) schedule(backoff || EVERY_MS)
    })
    return running
  }

  async function settleWaiting(): Promise<void> {
    try {
      // Not until nothing waits: what arrives meanwhile is little, and would make small batches without end.
      do await settle(nextBatch())
      while (queue.length >= BATCH || spilled)
      backoff = 0
      if (queue.length > 0 || pending === 0) return
      // Whoever took the journal's files away took charges with them: say so instead of looking for ever.
      warn(`${pending} charges are not in the journal any more; they cannot be settled`)
      pending = 0
    } catch (error) {
      backoff = Math.min(MAX_BACKOFF_MS, backoff * 2 || 100)
      warn(`charges were not settled, trying again in ${backoff} ms: ${error}`)
    }
  }

  async function settle(batch: Entry<SettledRecord>[]): Promise<void> {
    const to = batch.at(-1)?.next
    if (!to) return
    const records = batch.map(({ record }) => record)
    const done = await settleBatch(store, nodeId, records, position, to)
    if (done) return settledTo(to, records, done)
    const count = await countSettled(store, nodeId, batch)
    const known = batch[count - 1]?.next
    if (!known) throw new Error('the journal position in the database is not the expected one')
    const before = records.slice(0, count)
    return settledTo(known, before, { owners: ownersOf(chargesIn(before)) })
  }

  async function settledTo(to: Position, records: SettledRecord[], done: SettledBatch): Promise<void> {
    position = to
    queue = queue.slice(records.length)
    pending -= records.length
    store.wrote(records.length)
    for (const { owner, spending, lost } of done.owners) {
      wallet.settled(owner, spending)
      if (lost) wallet.lost(owner)
    }
    if (waiting.size > 0) for (const { id } of chargesIn(records)) waiting.get(id)?.()
    const unpaid = unpaidIn(records)
    if (unpaid.length > 0) unpaidSettled(unpaid)
    await settled(to)
  }

  /** What waits longest: in the queue, or when that is empty in the files. */
  function nextBatch(): Entry<SettledRecord>[] {
    if (queue.length > 0 || !spilled) return queue.slice(0, BATCH)
    const batch = readBehind(dir, position)
    if (batch.length === 0) spilled = false
    return batch
  }

  return {
    add(records) {
      pending += records.length
      if (spilled || queue.length + records.length > maxQueued) spilled = true
      else queue.push(...records)
      if (backoff === 0 && (queue.length >= BATCH || records.some(isUrgent))) void run()
      else schedule(EVERY_MS)
    },
    settled(id, withinMs) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, withinMs)
      waiting.set(id, resolve)
      return promise.finally(() => {
        clearTimeout(limit)
        waiting.delete(id)
      })
    },
    async flush() {
      let tries = 0
      while (pending > 0 || running) {
        await run()
        if (pending > 0 && backoff > 0) {
          if (++tries > FLUSH_TRIES) throw new Error('charges could not be settled; they stay in the journal')
          await Bun.sleep(backoff)
        }
      }
    },
    get pending() {
      return pending
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Tasks are polled from the database; the other nodes go by what an account has not paid. */
const isUrgent = ({ record }: Entry<SettledRecord>) => record.t === 'unpaid' || record.task !== undefined

/** The next records in the files behind a position. */
function readBehind(dir: string, position: Position): Entry<SettledRecord>[] {
  const segments = listSegments(dir).filter((segment) => segment >= position.segment)
  const batch: Entry<SettledRecord>[] = []
  for (const segment of segments) {
    const offset = segment === position.segment ? position.offset : 0
    for (const entry of segmentEntries(dir, segment, offset, segment === segments.at(-1))) {
      if (isSettled(entry)) batch.push(entry)
      if (batch.length === BATCH) return batch
    }
  }
  return batch
}
