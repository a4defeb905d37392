import type { Store } from '../store/database.ts'
import type { Journal } from './journal.ts'
import { listSegments, segmentEntries } from './journal-files.ts'
import { type ChargeRecord, isBefore, type Position, type StartRecord, type VoidRecord } from './records.ts'
import { settleBatch } from './settle.ts'
import type { Wallet } from './wallet.ts'

/** Batches are the cheaper the larger they are; nobody minds a log row that is this late. */
const EVERY_MS = 300
/** A full batch is settled at once: a larger one would only hold up calls. */
const BATCH = 256
/** Most calls need no record of their beginning: it is written when they take longer than this. */
const NOTE_MS = 5
/** More charges than this wait in the journal's files instead of memory. */
const MAX_QUEUED = 20_000
const MAX_BACKOFF_MS = 5000

/** Writes what calls cost: to the journal at once, to the database in batches. */
export interface Ledger {
  /** Notes that a call has begun, or ended without a charge; in the journal within some milliseconds. */
  note(record: StartRecord | VoidRecord): void
  /**
   * Resolves when the charge is in the journal: safe from the death of the process, and of the machine some
   * milliseconds later, or at once if the operator wants to wait. The database follows within a fraction of a second. Rejects when the disk refuses: then the call is not charged.
   */
  charge(record: ChargeRecord): Promise<void>
  /** Whether calls may be admitted: false while the journal cannot be written. */
  writable(): boolean
  /** Resolves when everything written so far is in the database. */
  flush(): Promise<void>
  /** Charges that the database does not know yet. */
  readonly pending: number
  close(): Promise<void>
}

interface Queued {
  charge: ChargeRecord
  end: Position
}

/** Starts settling behind `position`, which recovery has stored for this node. */
export function openLedger(parts: {
  store: Store
  nodeId: string
  dir: string
  journal: Journal
  wallet: Wallet
  position: Position
  syncAlways: boolean
  maxQueued?: number | undefined
  warn: (message: string) => void
}): Ledger {
  const { store, nodeId, dir, journal, wallet, syncAlways, warn, maxQueued = MAX_QUEUED } = parts
  let position = parts.position
  let queue: Queued[] = []
  /** Charges were left out of the queue: read them from the files when the queue is empty. */
  let spilled = false
  let pending = 0
  /** Segments with calls that have not ended: they must stay until then. */
  const open = new Map<string, number>()
  let running: Promise<void> | undefined
  let backoff = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** The sync whose failure is reported; many calls share it. */
  let watched: Promise<void> | undefined
  /** Beginnings that are not in the journal yet. */
  const beginnings = new Map<string, StartRecord>()
  let noteTimer: ReturnType<typeof setTimeout> | undefined

  function note(record: StartRecord | VoidRecord) {
    if (record.t === 'start') beginnings.set(record.id, record)
    else if (!ended(record.id)) journal.append(record)
    noteTimer ??= setTimeout(writeNotes, NOTE_MS)
  }

  /** A call that has ended before its beginning was written needs no beginning. */
  function ended(id: string): boolean {
    open.delete(id)
    return beginnings.delete(id)
  }

  function writeNotes() {
    noteTimer = undefined
    for (const start of beginnings.values()) open.set(start.id, journal.append(start).segment)
    beginnings.clear()
    journal.written().catch((error) => warn(`the journal could not be written: ${error}`))
  }

  async function charge(record: ChargeRecord) {
    const end = journal.append(record)
    ended(record.id)
    await journal.written()
    pending += 1
    if (spilled || queue.length >= maxQueued) spilled = true
    else queue.push({ charge: record, end })
    if (queue.length >= BATCH && backoff === 0) void run()
    else schedule(EVERY_MS)
    const synced = journal.synced()
    if (syncAlways) await synced
    else if (synced !== watched) {
      watched = synced
      synced.catch((error) => warn(`the journal could not be synced: ${error}`))
    }
  }

  function schedule(delay: number) {
    if (timer !== undefined || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void run()
    }, delay)
  }

  function run(): Promise<void> {
    running ??= settleAll().finally(() => {
      running = undefined
      if (pending > 0) schedule(backoff || EVERY_MS)
    })
    return running
  }

  async function settleAll() {
    try {
      for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await settle(batch)
      backoff = 0
      // Whoever took the journal's files away took charges with them: say so instead of looking for ever.
      if (pending > 0) warn(`${pending} charges are not in the journal any more; they cannot be settled`)
      pending = 0
    } catch (error) {
      backoff = Math.min(MAX_BACKOFF_MS, backoff * 2 || 100)
      warn(`charges were not settled, trying again in ${backoff} ms: ${error}`)
    }
  }

  async function settle(batch: Queued[]) {
    const to = batch.at(-1)?.end ?? position
    const charges = batch.map((item) => item.charge)
    const done = await settleBatch(store, nodeId, charges, position, to)
    if (!done) throw new Error('the journal position in the database is not the expected one')
    position = to
    const ahead = queue.findIndex((item) => isBefore(to, item.end))
    queue = ahead < 0 ? [] : queue.slice(ahead)
    pending -= batch.length
    store.wrote(batch.length)
    for (const { owner, count, lost } of done.owners) {
      wallet.settled(owner, count)
      if (lost) wallet.lost(owner)
    }
    await dropSettledSegments()
  }

  function nextBatch(): Queued[] {
    if (queue.length > 0) return queue.slice(0, BATCH)
    if (!spilled) return []
    const batch = readBehind(dir, position)
    if (batch.length === 0) spilled = false
    return batch
  }

  let oldestSegment = position.segment
  async function dropSettledSegments() {
    const oldest = Math.min(position.segment, ...open.values())
    if (oldest === oldestSegment) return
    await store.sync()
    journal.dropBefore(oldest)
    oldestSegment = oldest
  }

  async function flush() {
    let tries = 0
    while (pending > 0 || running) {
      await run()
      if (pending > 0 && backoff > 0) {
        if (++tries > 20) throw new Error('charges could not be settled; they stay in the journal')
        await Bun.sleep(backoff)
      }
    }
  }

  return {
    note,
    charge,
    writable: () => journal.writable(),
    flush,
    get pending() {
      return pending
    },
    async close() {
      await flush()
      closed = true
      clearTimeout(timer)
      clearTimeout(noteTimer)
      journal.close()
    },
  }
}

/** The next charges in the files behind a position. */
function readBehind(dir: string, position: Position): Queued[] {
  const segments = listSegments(dir).filter((segment) => segment >= position.segment)
  const batch: Queued[] = []
  for (const segment of segments) {
    const offset = segment === position.segment ? position.offset : 0
    for (const entry of segmentEntries(dir, segment, offset, segment === segments.at(-1))) {
      if (entry.record.t === 'charge') batch.push({ charge: entry.record, end: entry.next })
      if (batch.length === BATCH) return batch
    }
  }
  return batch
}
