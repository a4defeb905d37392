import type { Store } from '../store/database.ts'
import type { Values } from '../store/statement.ts'
import { listSegments, segmentEntries } from './journal-files.ts'
import { returnAllLeases } from './leases.ts'
import { insertLogRows, interruptedRow } from './log-rows.ts'
import { isBefore, isCharge, type Position, type StartRecord } from './records.ts'
import { settleBatch } from './settle.ts'

const BATCH = 1000

/**
 * What a start does before it listens: settles what the journal holds, writes a row for every call that was
 * interrupted, and returns this node's leases. Afterwards nothing is held. Answers where settling goes on.
 */
export async function recover(
  store: Store,
  nodeId: string,
  dir: string,
): Promise<{ position: Position; interrupted: number }> {
  const stored = await storedPosition(store, nodeId)
  const segments = listSegments(dir)
  const floor = stored.floor
  const entries = segments
    .filter((segment) => segment >= floor)
    .flatMap((segment) => [...segmentEntries(dir, segment, 0, segment === segments.at(-1))])

  let position: Position = { segment: stored.segment, offset: stored.offset }
  const unsettled = entries.filter(isCharge).filter(({ next }) => isBefore(position, next))
  for (let start = 0; start < unsettled.length; start += BATCH) {
    const batch = unsettled.slice(start, start + BATCH)
    const to = batch.at(-1)?.next ?? position
    const charges = batch.map(({ record }) => record)
    if (!(await settleBatch(store, nodeId, charges, position, to))) throw new Error('another process uses this node id')
    position = to
  }

  const open = new Map<string, StartRecord>()
  for (const { record } of entries) {
    if (record.t === 'start') open.set(record.id, record)
    else open.delete(record.id)
  }
  const next = { segment: (segments.at(-1) ?? 0) + 1, offset: 0 }
  await finish(store, nodeId, [...open.values()].map(interruptedRow), next)
  await returnAllLeases(store, nodeId)
  return { position: next, interrupted: open.size }
}

async function storedPosition(store: Store, nodeId: string) {
  await store.db
    .insertInto('journal_positions')
    .values({ node_id: nodeId, segment: 0, offset: 0, floor: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return store.db.selectFrom('journal_positions').selectAll().where('node_id', '=', nodeId).executeTakeFirstOrThrow()
}

/** Interrupted calls are written together with the floor behind them, so that a second crash writes them once. */
async function finish(store: Store, nodeId: string, rows: Values[], next: Position) {
  await store.db.transaction().execute(async (trx) => {
    await insertLogRows(trx, store.engine, rows)
    await trx
      .updateTable('journal_positions')
      .set({ segment: next.segment, offset: next.offset, floor: next.segment })
      .where('node_id', '=', nodeId)
      .execute()
  })
}
