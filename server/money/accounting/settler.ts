import type { Store } from '../../platform/store/database.ts'
import type { Entry, Position, SettledRecord, UnpaidRecord } from './records.ts'
import { BATCH_SIZE, type SettledPart } from './settle-next.ts'
import { settleInThread } from './settle-thread.ts'
import type { Wallet } from './wallet.ts'

/** A log row may be this late. A full batch is settled at once. */
const SETTLE_INTERVAL_MS = 300
const MAX_BACKOFF_MS = 5000
/** About a quarter of a minute: service managers kill what takes long to stop, and the journal keeps everything. */
const MAX_FLUSH_FAILURES = 8

/** Has the journal's charges and unpaid answers written into the database, in batches, by another thread. */
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
  /** Called with unpaid answers when they are in the database. */
  unpaidSettled: (records: readonly UnpaidRecord[]) => void
  warn: (message: string) => void
}

/** `settled` is called with the position behind every committed batch. */
export function openSettler(parts: SettlerParts, settled: (position: Position) => Promise<void>): Settler {
  const { warn } = parts
  const unsettled = trackUnsettled(parts.position)
  const waiting = createWaitingCalls()
  const settle = () => settlePart(parts, unsettled, waiting, settled)
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
      if (unsettled.pending > 0) schedule(backoff || SETTLE_INTERVAL_MS)
    })
    return running
  }

  async function settleWaiting(): Promise<void> {
    try {
      // The loop does not run until nothing is left: what arrives meanwhile would make endless small batches.
      for (let more = true; more; ) more = (await settle()) && unsettled.pending >= BATCH_SIZE
      backoff = 0
    } catch (error) {
      unsettled.totals.failures += 1
      backoff = Math.min(MAX_BACKOFF_MS, backoff * 2 || 100)
      warn(`charges were not settled, trying again in ${backoff} ms: ${error}`)
    }
  }

  return {
    add(records) {
      unsettled.add(records)
      if (backoff === 0 && (unsettled.pending >= BATCH_SIZE || records.some(isUrgent))) void run()
      else schedule(SETTLE_INTERVAL_MS)
    },
    whenSettled: waiting.whenSettled,
    async flush() {
      for (let tries = 0; unsettled.pending > 0 || running; ) {
        await run()
        if (unsettled.pending === 0 || backoff === 0) continue
        if (++tries > MAX_FLUSH_FAILURES) throw new Error('charges could not be settled; they stay in the journal')
        await Bun.sleep(backoff)
      }
    },
    get pending() {
      return unsettled.pending
    },
    settled: unsettled.totals,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Has the next batch settled, and tells whoever must know. Returns whether anything was settled. */
async function settlePart(
  { store, nodeId, dir, wallet, unpaidSettled, warn }: SettlerParts,
  unsettled: ReturnType<typeof trackUnsettled>,
  waiting: ReturnType<typeof createWaitingCalls>,
  settled: (position: Position) => Promise<void>,
): Promise<boolean> {
  if (unsettled.pending === 0) return false
  const { from, to } = unsettled
  const part = { nodeId, dir, from, to, awaited: waiting.ids() }
  const done = await store.whileNotWriting(() => settleInThread(store.place, part))
  if (!done) {
    const lost = unsettled.forgetUpTo(to)
    if (lost > 0) warn(`${lost} charges are missing from the journal and cannot be settled`)
    return false
  }
  unsettled.settled(done)
  store.noteWrites(done.count)
  subtractFrom(wallet, done)
  waiting.resolve(done.awaited)
  unpaidSettled(done.unpaid)
  await settled(done.to)
  return true
}

/** Takes what was settled from the leases that paid for it. */
function subtractFrom(wallet: Wallet, { owners }: SettledPart): void {
  for (const { owner, spending, lost } of owners) {
    wallet.settled(owner, spending)
    if (lost) wallet.leaseLost(owner)
  }
}

/**
 * Counts the records that are in the journal and not in the database, and knows where they stand. The records themselves are
 * in the journal's files only.
 */
function trackUnsettled(position: Position) {
  let from = position
  let to = position
  let pending = 0
  const totals: SettledTotals = { records: 0, failures: 0, lastAt: 0 }
  return {
    totals,
    /** Everything before it is in the database. */
    get from() {
      return from
    },
    /** Everything before it is in the journal. */
    get to() {
      return to
    },
    get pending() {
      return pending
    },
    add(records: readonly Entry<SettledRecord>[]): void {
      pending += records.length
      to = records.at(-1)?.next ?? to
    },
    settled(part: SettledPart): void {
      from = part.to
      // Records that were given up may have been found again.
      pending = Math.max(0, pending - part.count)
      totals.records += part.count
      totals.lastAt = Date.now()
    },
    /**
     * Forgets charges whose files were removed, instead of searching forever. Returns their number; 0 when others were added
     * behind them meanwhile.
     */
    forgetUpTo(position: Position): number {
      if (position !== to) return 0
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
    ids: () => [...waiting.keys()],
    resolve(ids: readonly string[]): void {
      for (const id of ids) waiting.get(id)?.()
    },
  }
}

/** Tasks are polled from the database, and other nodes read an account's unpaid sum from it. */
const isUrgent = ({ record }: Entry<SettledRecord>) => record.t === 'unpaid' || record.task !== undefined
