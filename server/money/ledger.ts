import { Failure } from '../errors/api-error.ts'
import type { Bus } from '../store/bus.ts'
import { type Beginnings, openBeginnings, type Underway } from './beginnings.ts'
import type { Journal } from './journal.ts'
import {
  type ChargeRecord,
  type Entry,
  isExact,
  type Position,
  type SettledRecord,
  type StartRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'
import { openSettler, type SettlerParts } from './settler.ts'
import { type Unpaid, UnsettledUnpaid } from './unpaid.ts'

const RETRY_AFTER_SECONDS = 5

/** Writes what calls cost: to the journal at once, to the database in batches. */
export interface Ledger {
  /** A call has begun. If it takes longer than some milliseconds, `start` makes the journal's record of it. */
  begin<Begun extends Underway>(call: Begun, start: (call: Begun) => StartRecord): void
  /** A call has ended without a charge. */
  abandon(call: Underway): void
  /**
   * Writes a charge, with which `call` (if it was begun) ends. Resolves when the charge survives the death of the
   * process (that of the machine follows soon, or is waited for if the operator wants that); the database follows
   * within a fraction of a second. Rejects with billing_unavailable when the disk refuses: then the call is not charged, and `payer` has taken
   * the charge back; the same when its numbers are not exact. If only the sync fails, the charge stands.
   */
  charge(record: ChargeRecord, call?: Underway, payer?: Payer): Promise<void>
  /**
   * Writes that an answer cost more than its owner could pay, in one go with the charges of the same turn of the event
   * loop. Resolves and rejects as `charge` does.
   */
  unpaid(record: UnpaidRecord): Promise<void>
  /** What a user has not paid, as far as the database does not know it yet. */
  unsettledUnpaid(user: number): Unpaid
  /** Whether calls may be admitted: false while the journal cannot be written. */
  writable(): boolean
  /**
   * Resolves when a charge that is about to be written is in the database, or after so many milliseconds. Charges with
   * a task do not wait for others.
   */
  settled(id: string, withinMs: number): Promise<void>
  /** Resolves when everything written so far is in the database. */
  flush(): Promise<void>
  /** Charges that the database does not know yet. */
  readonly pending: number
  close(): Promise<void>
}

/** Who has paid a charge, and gets it back if the charge does not reach the journal. */
export interface Payer {
  takeBack(): void
}

type LedgerParts = Omit<SettlerParts, 'unpaidSettled'> & { journal: Journal; syncAlways: boolean; bus: Bus }

/** Starts where recovery has ended. */
export function openLedger(parts: LedgerParts): Ledger {
  const { journal, syncAlways, bus, warn } = parts
  const unsettled = new UnsettledUnpaid()
  /** Every node reads what these users have not paid again. */
  const unpaidSettled = (unpaid: readonly UnpaidRecord[]) => {
    for (const id of new Set(unpaid.map(({ user }) => user))) bus.publish({ kind: 'user', id })
    for (const record of unpaid) unsettled.remove(record)
  }
  const beginnings = openBeginnings((start) => {
    journal.append([start])
    return journal.segment
  }, warn)
  const settler = openSettler({ ...parts, unpaidSettled }, segmentDropper(parts, beginnings))

  /** What is written in one turn of the event loop: it shares a write and a promise. */
  let records: SettledRecord[] = []
  let payers: Payer[] = []
  let written: Promise<void> | undefined

  function writeGroup(): void {
    const group = { records, payers }
    records = []
    payers = []
    written = undefined
    settler.add(append(group.records, group.payers))
  }

  function append(group: SettledRecord[], payers: Payer[]): Entry<SettledRecord>[] {
    try {
      return journal.append(group)
    } catch {
      // The journal has said why.
      for (const payer of payers) payer.takeBack()
      for (const record of unpaidIn(group)) unsettled.remove(record)
      throw new Failure('billing_unavailable', {}, undefined, RETRY_AFTER_SECONDS)
    }
  }

  function write(record: SettledRecord): Promise<void> {
    records.push(record)
    written ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          writeGroup()
          resolve(syncAlways ? journal.synced() : undefined)
        } catch (error) {
          reject(error)
        }
      })
    })
    return written
  }

  return {
    begin: beginnings.add,
    abandon(call) {
      if (!beginnings.end(call)) return
      try {
        journal.append([{ t: 'void', id: call.id }])
      } catch (error) {
        warn(`the end of a call could not be written: ${error}`)
      }
    },
    charge(record, call, payer) {
      if (call) beginnings.end(call)
      if (!isExact(record)) {
        payer?.takeBack()
        return Promise.reject(new Error(`the charge of ${record.id} is not exact: ${JSON.stringify(record)}`))
      }
      if (payer) payers.push(payer)
      return write(record)
    },
    unpaid(record) {
      unsettled.add(record)
      return write(record)
    },
    unsettledUnpaid: (user) => unsettled.of(user),
    writable: journal.writable,
    settled: settler.settled,
    flush: settler.flush,
    get pending() {
      return settler.pending
    },
    async close() {
      // Whoever has just been charged is told if it fails.
      await written?.catch(() => {})
      await settler.flush()
      settler.close()
      beginnings.close()
      journal.close()
    },
  }
}

/** Deletes segments when their charges are in the database for good and the calls that began in them have ended. */
function segmentDropper({ store, journal, position }: LedgerParts, beginnings: Beginnings) {
  let kept = position.segment
  return async (settled: Position) => {
    const oldest = Math.min(settled.segment, beginnings.oldestSegment())
    if (oldest === kept) return
    await store.sync()
    journal.dropBefore(oldest)
    kept = oldest
  }
}
