import type { Store } from '../../platform/store/database.ts'
import { listSegments, segmentEntries } from './journal-files.ts'
import {
  chargesIn,
  type Entry,
  isBefore,
  isSettled,
  type Position,
  type SettledRecord,
  type UnpaidRecord,
  unpaidIn,
} from './records.ts'
import { chargedOwners, countSettled, type SettledBatch, settleBatch } from './settle.ts'

/** So many records are settled without waiting for more: a log row should not be late. */
export const BATCH_SIZE = 256
/**
 * Records of one transaction at most. Only a database that falls behind gets so many: with many callers each costs half as
 * much then, and what else waits to write waits longer.
 */
const MAX_BATCH = 1024

/** The part of a node's journal that is to be settled. */
export interface JournalPart {
  nodeId: string
  /** The journal's folder. */
  dir: string
  /** Everything before it is in the database. */
  from: Position
  /** Everything before it is whole in the journal. */
  to: Position
  /** Ids of charges that somebody waits for. */
  awaited: readonly string[]
}

/** What is in the database now. */
export interface SettledPart {
  /** The position behind it. */
  to: Position
  /** Number of records. */
  count: number
  owners: SettledBatch['owners']
  unpaid: UnpaidRecord[]
  /** Those of the awaited ids whose charges it holds. */
  awaited: string[]
}

/**
 * Writes the next records of a journal into the database, or finds the part of them that is there already. Returns undefined
 * when there is none: files were removed. Throws when the position in the database is not in the batch.
 */
export async function settleNext(store: Store, part: JournalPart): Promise<SettledPart | undefined> {
  const { nodeId, from } = part
  const batch = readBatch(part)
  const to = batch.at(-1)?.next
  if (!to) return undefined
  const records = batch.map(({ record }) => record)
  const done = await settleBatch(store, nodeId, records, from, to)
  if (done) return settledPart(part, records, to, done.owners)
  const count = await countSettled(store, nodeId, batch)
  const known = batch[count - 1]?.next
  if (!known) throw new Error('the journal position in the database is not the expected one')
  const before = records.slice(0, count)
  return settledPart(part, before, known, chargedOwners(chargesIn(before)))
}

function settledPart(
  { awaited }: JournalPart,
  records: SettledRecord[],
  to: Position,
  owners: SettledBatch['owners'],
): SettledPart {
  const ids = awaited.length > 0 ? new Set(chargesIn(records).map(({ id }) => id)) : undefined
  return { to, count: records.length, owners, unpaid: unpaidIn(records), awaited: awaited.filter((id) => ids?.has(id)) }
}

/** Reads the oldest records of a part, at most a batch. */
function readBatch({ dir, from, to }: JournalPart): Entry<SettledRecord>[] {
  const batch: Entry<SettledRecord>[] = []
  for (const segment of listSegments(dir)) {
    if (segment < from.segment || segment > to.segment) continue
    const offset = segment === from.segment ? from.offset : 0
    const end = segment === to.segment ? to.offset : undefined
    for (const entry of segmentEntries(dir, segment, offset, false, end)) {
      if (isSettled(entry) && isBefore(from, entry.next)) batch.push(entry)
      if (batch.length === MAX_BATCH) return batch
    }
  }
  return batch
}
