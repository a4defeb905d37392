import type { Store } from '../../platform/store/database.ts'
import { addFailed, failedRows } from '../rollups/rollup.ts'
import { listSegments, segmentEntries } from './journal-files.ts'
import { returnAllLeases } from './leases.ts'
import { insertLogRows, interruptedCount, interruptedRow } from './log-rows.ts'
import { type Entry, isBefore, isSettled, type Position, type SettledRecord, type StartRecord } from './records.ts'
import { settleBatch } from './settle.ts'
import { findSettledPosition, listUnsettled } from './settled-position.ts'

const BATCH = 1000

/**
 * Recovers before the server listens: settles what the journal holds, writes a row for every interrupted call, and
 * returns this node's leases. Afterwards nothing is held. Returns the position where settling continues.
 */
export async function recover(
  store: Store,
  nodeId: string,
  dir: string,
): Promise<{ position: Position; interrupted: number; gap?: string | undefined }> {
  const segments = listSegments(dir)
  const stored = await storedPosition(store, nodeId, () => refuseCharges(dir, segments))
  const gap = gapBetween(stored, segments)
  let position: Position = { segment: stored.segment, offset: stored.offset }
  const isLast = stored.segment === segments.at(-1)
  const settled = segments.includes(stored.segment)
    ? await findSettledPosition(store.db, dir, position, isLast)
    : position
  let unsettled: Entry<SettledRecord>[] = []
  async function settle(): Promise<void> {
    const to = unsettled.at(-1)?.next
    if (!to) return
    const records = await listUnsettled(store.db, unsettled)
    if (!(await settleBatch(store, nodeId, records, position, to))) throw new Error('another process uses this node id')
    position = to
    unsettled = []
  }

  // Only one batch is in memory at a time, and the calls whose end was not read yet.
  const open = new Map<string, StartRecord>()
  for (const segment of segments.filter((number) => number >= stored.floor)) {
    for (const entry of segmentEntries(dir, segment, 0, segment === segments.at(-1))) {
      if (entry.record.t === 'start') open.set(entry.record.id, entry.record)
      else open.delete(entry.record.id)
      if (isSettled(entry) && isBefore(settled, entry.next)) unsettled.push(entry)
      if (unsettled.length === BATCH) await settle()
    }
  }
  await settle()

  const next = { segment: (segments.at(-1) ?? 0) + 1, offset: 0 }
  await writeInterrupted(store, nodeId, [...open.values()], next)
  await returnAllLeases(store, nodeId)
  return { position: next, interrupted: open.size, gap }
}

/**
 * Journal and database belong to different nodes. Settling would charge the wrong users, and never the right ones.
 */
export class JournalOfAnotherDatabase extends Error {
  constructor(dir: string) {
    super(
      `the journal ${dir} holds charges, but this database has never seen its node. Check DATABASE_URL and DATA_DIR: the ` +
        'charges belong into the database that the node worked with. If that one is lost for good, or was restored from a ' +
        'copy that is older than the node, move the folder journal aside and start again; its lines tell what was charged',
    )
    this.name = 'JournalOfAnotherDatabase'
  }
}

function refuseCharges(dir: string, segments: number[]): void {
  const last = segments.at(-1)
  for (const segment of segments) {
    for (const entry of segmentEntries(dir, segment, 0, segment === last)) {
      if (isSettled(entry)) throw new JournalOfAnotherDatabase(dir)
    }
  }
}

/**
 * Describes what is missing between database and journal. Settled segments are deleted, so neither side can replace
 * it.
 */
function gapBetween(stored: Position, segments: number[]): string | undefined {
  const [first] = segments
  if (stored.segment === 0 || (first !== undefined && first <= stored.segment)) return undefined
  return first === undefined
    ? 'the journal of this node is gone; if it held charges that the database did not have yet, they are lost'
    : `the database is older than the journal (it knows segment ${stored.segment}, the journal begins with ${first}): it ` +
        'was restored from a backup. What the journal holds was settled; charges between the two are lost'
}

/** The position where settling continues. `unknown` is called first when the database has no entry for the node. */
async function storedPosition(store: Store, nodeId: string, unknown: () => void) {
  const ask = store.db.selectFrom('journal_positions').selectAll().where('node_id', '=', nodeId)
  const known = await ask.executeTakeFirst()
  if (known) return known
  unknown()
  await store.db
    .insertInto('journal_positions')
    .values({ node_id: nodeId, segment: 0, offset: 0, floor: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ask.executeTakeFirstOrThrow()
}

/** Interrupted calls are written together with the floor behind them, so that a second crash writes them once. */
async function writeInterrupted(store: Store, nodeId: string, calls: StartRecord[], next: Position) {
  await store.db.transaction().execute(async (trx) => {
    await insertLogRows(trx, store.engine, calls.map(interruptedRow))
    await addFailed(trx, store.engine, failedRows(calls.map(interruptedCount)))
    await trx
      .updateTable('journal_positions')
      .set({ segment: next.segment, offset: next.offset, floor: next.segment })
      .where('node_id', '=', nodeId)
      .execute()
  })
}
