import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { JournalCorrupt, segmentEntries } from './journal-files.ts'
import {
  type ChargeRecord,
  type Entry,
  isCharge,
  type Position,
  type SettledRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'

const BATCH = 1000

/**
 * Finds the position where the settled part of a segment ends. That is the stored one, unless no record begins
 * there: then bytes in front of it were added or lost, by hand or by the disk, and the settled part ends with the
 * last charge that has a log row.
 */
export async function findSettledPosition(
  db: Queryable,
  dir: string,
  stored: Position,
  isLast: boolean,
): Promise<Position> {
  if (beginsRecord(dir, stored)) return stored
  let place: Position | undefined
  let batch: Entry<ChargeRecord>[] = []
  async function searchBatch(): Promise<void> {
    const known = await listLoggedIds(db, batch)
    place = batch.findLast(({ record }) => known.has(record.id))?.next ?? place
    batch = []
  }
  for (const entry of segmentEntries(dir, stored.segment, 0, isLast)) {
    if (isCharge(entry)) batch.push(entry)
    if (batch.length === BATCH) await searchBatch()
  }
  await searchBatch()
  return place ?? stored
}

function beginsRecord(dir: string, { segment, offset }: Position): boolean {
  try {
    segmentEntries(dir, segment, offset, false).next()
    return true
  } catch (error) {
    if (error instanceof JournalCorrupt) return false
    throw error
  }
}

/**
 * Returns the records that have not been settled, each once: a damaged journal may hold a line twice.
 */
export async function listUnsettled(db: Queryable, entries: readonly Entry<SettledRecord>[]): Promise<SettledRecord[]> {
  const charges = entries.filter(isCharge)
  const known = await listLoggedIds(db, charges)
  const fresh = new Map(charges.map(({ record }) => [record.id, record]))
  const unpaid = await listNewUnpaid(db, unpaidIn(entries.map(({ record }) => record)))
  return [...[...fresh.values()].filter(({ id }) => !known.has(id)), ...unpaid]
}

async function listNewUnpaid(db: Queryable, records: readonly UnpaidRecord[]): Promise<UnpaidRecord[]> {
  if (records.length === 0) return []
  const fresh = new Map(records.map((record) => [record.id, record]))
  const known = await db
    .selectFrom('unpaid_answers')
    .select('request_id')
    .where('request_id', 'in', [...fresh.keys()])
    .execute()
  for (const { request_id } of known) fresh.delete(request_id)
  return [...fresh.values()]
}

async function listLoggedIds(db: Queryable, entries: readonly Entry<ChargeRecord>[]): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  const ids = entries.map(({ record }) => record.id)
  const rows = await db
    .selectFrom('logs')
    .select('request_id')
    .where('type', '=', LOG_TYPE.consume)
    .where('request_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ request_id }) => request_id))
}
