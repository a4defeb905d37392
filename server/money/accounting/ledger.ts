import { MAX_QUOTA } from '#contract/quota.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Journal } from './journal.ts'
import {
  type ChargeRecord,
  type Entry,
  type Position,
  type SettledRecord,
  type StartRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'
import { openSettler, type SettledTotals, type SettlerParts } from './settler.ts'
import { type StartedCall, type StartedCalls, trackStartedCalls } from './started-calls.ts'
import { NOTHING_UNPAID, type Unpaid, UnsettledUnpaid } from './unpaid.ts'

const RETRY_AFTER_SECONDS = 5

/** Writes charges: to the journal at once, to the database in batches. */
export interface Ledger {
  /**
   * Registers a started call. If it takes longer than some milliseconds, `start` creates the journal's record of
   * it.
   */
  begin<Begun extends StartedCall>(call: Begun, start: (call: Begun) => StartRecord): void
  /** Ends a call without a charge. */
  abandon(call: StartedCall): void
  /**
   * Writes a charge and ends `call` if it was registered. Resolves when the charge survives the death of the
   * process (that of the machine follows soon, or is awaited if the operator configured that); the database follows
   * within a fraction of a second. Rejects with billing_unavailable when the disk refuses: then the call is not
   * charged, and the charge is returned to `payer`. Does the same when the numbers are not exact. If only the sync
   * fails, the charge stands.
   */
  charge(record: ChargeRecord, call?: StartedCall, payer?: Payer): Promise<void>
  /**
   * Writes that an answer cost more than its owner could pay, together with the charges of the same turn of the
   * event loop. Resolves and rejects as `charge` does.
   */
  unpaid(record: UnpaidRecord): Promise<void>
  /** The user's unpaid answers that are not in the database yet. */
  unsettledUnpaid(user: number): Unpaid
  /** Whether calls may be admitted: false while the journal cannot be written. */
  writable(): boolean
  /**
   * Resolves when a charge that is about to be written is in the database, or after `withinMs`. Charges with a task
   * are settled without waiting for others.
   */
  whenSettled(id: string, withinMs: number): Promise<void>
  /** Resolves when everything written so far is in the database. */
  flush(): Promise<void>
  /** Number of charges that are not in the database yet. */
  readonly pending: number
  /** What was brought into the database since the start. */
  readonly settled: SettledTotals
  close(): Promise<void>
}

/** The payer of a charge, which gets it back if the charge does not reach the journal. */
export interface Payer {
  takeBack(): void
}

type LedgerParts = Omit<SettlerParts, 'unpaidSettled'> & { journal: Journal; syncAlways: boolean; bus: Bus }

/** Starts at the position where recovery ended. */
export function openLedger(parts: LedgerParts): Ledger {
  const { journal, bus, warn } = parts
  const unsettled = new UnsettledUnpaid()
  /** Makes every node read the unpaid sums of these users again. */
  const unpaidSettled = (unpaid: readonly UnpaidRecord[]) => {
    for (const id of new Set(unpaid.map(({ user }) => user))) bus.publish({ kind: 'user', id })
    for (const record of unpaid) unsettled.remove(record)
  }
  const startedCalls = trackStartedCalls((start) => {
    journal.append([start])
    return journal.segment
  }, warn)
  const settler = openSettler({ ...parts, unpaidSettled }, createSegmentDropper(parts, startedCalls))

  const group = createGroupWriter(parts, settler.add, (records) => {
    for (const record of unpaidIn(records)) unsettled.remove(record)
  })

  return {
    begin: startedCalls.add,
    abandon(call) {
      if (!startedCalls.end(call)) return
      try {
        journal.append([{ t: 'void', id: call.id }])
      } catch (error) {
        warn(`the end of a call could not be recorded: ${error}`)
      }
    },
    charge(record, call, payer) {
      if (call) startedCalls.end(call)
      if (!isExact(record)) {
        payer?.takeBack()
        return Promise.reject(new Error(`the charge of ${record.id} is not exact: ${JSON.stringify(record)}`))
      }
      return group.write(record, payer)
    },
    unpaid(record) {
      unsettled.add(record)
      return group.write(record)
    },
    unsettledUnpaid: (user) => (unsettled.byUser.size === 0 ? NOTHING_UNPAID : unsettled.of(user)),
    writable: journal.writable,
    whenSettled: settler.whenSettled,
    flush: settler.flush,
    get pending() {
      return settler.pending
    },
    settled: settler.settled,
    async close() {
      // The call that was just charged gets the error if this fails.
      await group.lastWrite()?.catch(() => {})
      await settler.flush()
      settler.close()
      startedCalls.close()
      journal.close()
    },
  }
}

/** Whether all numbers of a charge are exact, and stay exact in every counter that they are added to. */
const isExact = ({ quota, prompt, completion, cached = 0, cost = 0, carryIn, carryOut, seconds, at }: ChargeRecord) =>
  Number.isSafeInteger(quota) &&
  Math.abs(quota) <= MAX_QUOTA &&
  Number.isSafeInteger(prompt + completion) &&
  Number.isSafeInteger(cached) &&
  Number.isSafeInteger(cost) &&
  Number.isSafeInteger(carryIn) &&
  Number.isSafeInteger(carryOut) &&
  Number.isSafeInteger(seconds) &&
  Number.isSafeInteger(at)

/** Deletes segments whose charges are durably in the database and whose started calls have ended. */
function createSegmentDropper({ store, journal, position }: LedgerParts, beginnings: StartedCalls) {
  let kept = position.segment
  return async (settled: Position) => {
    const oldest = Math.min(settled.segment, beginnings.oldestSegment())
    if (oldest === kept) return
    await store.sync()
    journal.dropBefore(oldest)
    kept = oldest
  }
}

/**
 * Writes records: those of one turn of the event loop share a write and a promise. `written` gets them when they are
 * in the journal, `refused` when the disk has refused; then their payers have their charges back.
 */
function createGroupWriter(
  { journal, syncAlways }: Pick<LedgerParts, 'journal' | 'syncAlways'>,
  written: (entries: Entry<SettledRecord>[]) => void,
  refused: (records: SettledRecord[]) => void,
) {
  let records: SettledRecord[] = []
  let payers: Payer[] = []
  let writing: Promise<void> | undefined

  function writeGroup(): void {
    const group = { records, payers }
    records = []
    payers = []
    writing = undefined
    written(append(group.records, group.payers))
  }

  function append(group: SettledRecord[], payers: Payer[]): Entry<SettledRecord>[] {
    try {
      return journal.append(group)
    } catch {
      // The journal has logged the reason.
      for (const payer of payers) payer.takeBack()
      refused(group)
      throw new ApiError('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
    }
  }

  return {
    write(record: SettledRecord, payer?: Payer): Promise<void> {
      records.push(record)
      if (payer) payers.push(payer)
      writing ??= new Promise((resolve, reject) => {
        setImmediate(() => {
          try {
            writeGroup()
            resolve(syncAlways ? journal.synced() : undefined)
          } catch (error) {
            reject(error)
          }
        })
      })
      return writing
    },
    /** The write that has been requested and not begun, if any. */
    lastWrite: () => writing,
  }
}
