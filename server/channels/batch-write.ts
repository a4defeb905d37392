import type { ChannelChange } from '#contract/api/channel-batch.ts'
import { type Author, writeAudits } from '../platform/audits/write.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { presentChannel } from './present.ts'
import { type Revision, reviseAbilities } from './revise-abilities.ts'

/** A locked channel and its change. */
export interface RowChange {
  row: ChannelRow
  change: ChannelChange
}

export const revisionOf = ({ row, change }: RowChange): Revision => ({
  before: row,
  after: { ...row, ...change.after },
})

/** Writes only the changed fields, the routing rows, and an audit row for each channel. */
export async function writeChanges(trx: Queryable, by: Author, changes: readonly RowChange[]): Promise<void> {
  for (const those of Map.groupBy(changes, ({ change }) => JSON.stringify(change.after)).values()) {
    const ids = those.map(({ row }) => row.id)
    await trx
      .updateTable('channels')
      .set(those[0]?.change.after ?? {})
      .where('id', 'in', ids)
      .execute()
  }
  const revisions = changes.map(revisionOf)
  await reviseAbilities(trx, revisions)
  const entries = revisions.map(({ before, after }) => ({
    action: 'channel.update' as const,
    target: { kind: 'channel', id: after.id },
    before: presentChannel(before),
    after: presentChannel(after),
  }))
  await writeAudits(trx, by, entries)
}
