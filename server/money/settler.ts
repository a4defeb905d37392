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
import { chargedOwners, countSettled, type SettledBatch, settleBatch } from './settle.ts'
import type { Wallet } from './wallet.ts'

/** Larger batches are cheaper, and a log row may be this late. */
const SETTLE_INTERVAL_MS = 300
/** A full batch is settled at once. Twice as many rows would hardly cost less each. */
const BATCH_SIZE = 256
/** Further charges wait in the journal's files instead of memory. */
const MAX_QUEUED = 20_000
const MAX_BACKOFF_MS = 5000
/** About a quarter of a minute: service managers kill what takes long to stop, and the journal keeps everything. */
const MAX_FLUSH_FAILURES = 8

/** Writes the journal's charges and unpaid answers into the database, in batches. */
export interface Settler {
  /** Takes records that are in the journal. */
  add(records: readonly Entry<SettledRecord>[]): void
  /** Resolves when the charge with an id is in the database, or after `withinMs`. */
  whenSettled(id: string, withinMs: number): Promise<void>
  /** Resolves when everything that was added is in the database. */
  flush(): Promise<void>
  /** Number of records that are not in the database yet. */
  readonly pending: number
  /** Since the start: records brought into the database, batches that it refused, and the time of the last success. */
  readonly settled: SettledTotals
  close(): void
}

export interface SettledTotals {
  records: number
  failures: number
  /** Milliseconds since the epoch; 0 = none yet. */
  lastAt: number
}

export interface SettlerParts {
  store: Store
  nodeId: string
  /** The journal's folder. */
  dir: string
  wallet: Wallet
  /** Everything before this position is in the database; recovery has stored it. */
  position: Position
  maxQueued?: number | undefined
  /** Called with unpaid answers when they are in the database. */
  unpaidSettled: (records: readonly UnpaidRecord[]) => void
  warn: (message: string) => void
}

/** `settled` is called with the position behind every committed batch. */
export function openSettler(parts: SettlerParts, settled: (position: Position) => Promise<void>): Settler {
  const { store, nodeId, wallet, unpaidSettled, warn } = parts
  const queue = createQueue(parts)
  const waiting = createWaitingCalls()
  let running: Promise<void> | undefined
  let backoff = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

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
      if (queue.pending > 0) schedule(backoff || SETTLE_INTERVAL_MS)
    })
    return running
  }

  async function settleWaiting(): Promise<void> {
    try {
      // The loop does not run until the queue is empty: what arrives meanwhile would make endless small batches.
      do await settle(queue.nextBatch())
      while (queue.hasFullBatch)
      backoff = 0
      const lost = queue.dropLost()
      if (lost > 0) warn(`${lost} charges are missing from the journal and cannot be settled`)
    } catch (error) {
      queue.totals.failures += 1
      backoff = Math.min(MAX_BACKOFF_MS, backoff * 2 || 100)
      warn(`charges were not settled, trying again in ${backoff} ms: ${error}`)
    }
  }

  async function settle(batch: Entry<SettledRecord>[]): Promise<void> {
    const written = await writeBatch(store, nodeId, batch, queue.position)
    if (!written) return
    const { to, records, done } = written
    queue.remove(records.length, to)
    store.noteWrites(records.length)
    for (const { owner, spending, lost } of done.owners) {
      wallet.settled(owner, spending)
      if (lost) wallet.leaseLost(owner)
    }
    waiting.resolve(records)
    unpaidSettled(unpaidIn(records))
    await settled(to)
  }

  return {
    add(records) {
      queue.add(records)
      if (backoff === 0 && (queue.isLong || records.some(isUrgent))) void run()
      else schedule(SETTLE_INTERVAL_MS)
    },
    whenSettled: waiting.whenSettled,
    async flush() {
      for (let tries = 0; queue.pending > 0 || running; ) {
        await run()
        if (queue.pending === 0 || backoff === 0) continue
        if (++tries > MAX_FLUSH_FAILURES) throw new Error('charges could not be settled; they stay in the journal')
        await Bun.sleep(backoff)
      }
    },
    get pending() {
      return queue.pending
    },
    settled: queue.totals,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/**
 * Writes a batch, or finds the part of it that is in the database already; undefined = the batch is empty. Throws
 * when the position in the database is not in the batch.
 */
async function writeBatch(
  store: Store,
  nodeId: string,
  batch: readonly Entry<SettledRecord>[],
  position: Position,
): Promise<{ to: Position; records: SettledRecord[]; done: SettledBatch } | undefined> {
  const to = batch.at(-1)?.next
  if (!to) return undefined
  const records = batch.map(({ record }) => record)
  const done = await settleBatch(store, nodeId, records, position, to)
  if (done) return { to, records, done }
  const count = await countSettled(store, nodeId, batch)
  const known = batch[count - 1]?.next
  if (!known) throw new Error('the journal position in the database is not the expected one')
  const before = records.slice(0, count)
  return { to: known, records: before, done: { owners: chargedOwners(chargesIn(before)) } }
}

/** Creates the queue of the records that are not in the database yet, in the order of the journal. */
function createQueue({ dir, maxQueued = MAX_QUEUED, ...parts }: Pick<SettlerParts, 'dir' | 'maxQueued' | 'position'>) {
  let { position } = parts
  let queue: Entry<SettledRecord>[] = []
  /** Charges were left out of the queue. They are read from the files when the queue is empty. */
  let spilled = false
  let pending = 0
  const totals: SettledTotals = { records: 0, failures: 0, lastAt: 0 }
  return {
    totals,
    /** Everything before it is in the database. */
    get position() {
      return position
    },
    /** The number of records, those included that were left out. */
    get pending() {
      return pending
    },
    get isLong() {
      return queue.length >= BATCH_SIZE
    },
    get hasFullBatch() {
      return queue.length >= BATCH_SIZE || spilled
    },
    add(records: readonly Entry<SettledRecord>[]): void {
      pending += records.length
      if (spilled || queue.length + records.length > maxQueued) spilled = true
      else queue.push(...records)
    },
    /** Returns the oldest records: from the queue, or when that is empty from the files. */
    nextBatch(): Entry<SettledRecord>[] {
      if (queue.length > 0 || !spilled) return queue.slice(0, BATCH_SIZE)
      const batch = readAfter(dir, position)
      if (batch.length === 0) spilled = false
      return batch
    },
    /** Removes the oldest records, which are in the database up to the position. */
    remove(count: number, to: Position): void {
      position = to
      totals.records += count
      totals.lastAt = Date.now()
      queue = queue.slice(count)
      pending -= count
    },
    /**
     * Forgets charges whose files were removed, instead of searching forever. Returns their number, which is to be
     * logged.
     */
    dropLost(): number {
      if (queue.length > 0) return 0
      const lost = pending
      pending = 0
      return lost
    },
  }
}

/** Creates the list of the calls that wait until their charge is in the database. */
function createWaitingCalls() {
  /** Resolvers by the id of the charge. */
  const waiting = new Map<string, () => void>()
  return {
    whenSettled(id: string, withinMs: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, withinMs)
      waiting.set(id, resolve)
      return promise.finally(() => {
        clearTimeout(limit)
        waiting.delete(id)
      })
    },
    resolve(records: readonly SettledRecord[]): void {
      if (waiting.size > 0) for (const { id } of chargesIn(records)) waiting.get(id)?.()
    },
  }
}

/** Tasks are polled from the database, and other nodes read an account's unpaid sum from it. */
const isUrgent = ({ record }: Entry<SettledRecord>) => record.t === 'unpaid' || record.task !== undefined

/** Reads the next records behind a position from the files. */
function readAfter(dir: string, position: Position): Entry<SettledRecord>[] {
  const segments = listSegments(dir).filter((segment) => segment >= position.segment)
  const batch: Entry<SettledRecord>[] = []
  for (const segment of segments) {
    const offset = segment === position.segment ? position.offset : 0
    for (const entry of segmentEntries(dir, segment, offset, segment === segments.at(-1))) {
      if (isSettled(entry)) batch.push(entry)
      if (batch.length === BATCH_SIZE) return batch
    }
  }
  return batch
}
