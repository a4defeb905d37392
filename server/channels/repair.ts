import type { RepairReport } from '#contract/api/channels.ts'
import type { Calls } from '../calls/calls.ts'
import { type Author, writeAudit } from '../platform/audits/write.ts'
import type { Platform } from '../platform/platform.ts'
import type { Queryable, Store } from '../platform/store/database.ts'
import type { AbilityRow, ChannelRow } from '../platform/store/tables.ts'
import { abilitiesOf, rebuildAbilities } from './abilities.ts'
import { publishChannels } from './publish-channels.ts'

/**
 * Compares the routing index with the channels, rewrites what is wrong in it, and reports that. Rows of correct
 * channels stay untouched, so calls are routed as before meanwhile.
 */
export async function repairChannels(services: Platform & Calls, by: Author): Promise<RepairReport> {
  const { store } = services
  const report = await store.db.transaction().execute(async (trx) => {
    const channels = await lockChannels(trx, store)
    const orphans = await trx
      .deleteFrom('abilities')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('channels').select('id').whereRef('channels.id', '=', 'abilities.channel_id'))),
      )
      .executeTakeFirst()
    const found = {
      ...NO_DIFFERENCES,
      channels: channels.length,
      orphaned: Number(orphans.numDeletedRows),
      repaired: [] as number[],
    }
    for (const channel of channels) {
      const stored = await trx.selectFrom('abilities').selectAll().where('channel_id', '=', channel.id).execute()
      const wrong = compare(abilitiesOf(channel), stored)
      if (wrong.missing + wrong.surplus + wrong.outdated === 0) continue
      await rebuildAbilities(trx, channel)
      found.missing += wrong.missing
      found.surplus += wrong.surplus
      found.outdated += wrong.outdated
      found.repaired.push(channel.id)
    }
    const changed = found.orphaned + found.repaired.length > 0
    const target = { kind: 'channel', id: 'all' }
    if (changed) await writeAudit(trx, by, { action: 'channel.update', target, after: found })
    return found
  })
  await publishChannels(services)
  return report
}

const NO_DIFFERENCES = { missing: 0, surplus: 0, outdated: 0 }

/** Reads all channels. On PostgreSQL they and their routing rows stay locked until the transaction ends. */
function lockChannels(trx: Queryable, { engine }: Store): Promise<ChannelRow[]> {
  const query = trx.selectFrom('channels').selectAll().orderBy('id')
  return (engine === 'postgres' ? query.forUpdate() : query).execute()
}

/** Counts how the rows of one channel differ from the expected ones. */
function compare(expected: readonly AbilityRow[], stored: readonly AbilityRow[]): typeof NO_DIFFERENCES {
  const keyOf = ({ group, model }: AbilityRow) => JSON.stringify([group, model])
  const rows = new Map(stored.map((row) => [keyOf(row), row]))
  const difference = { ...NO_DIFFERENCES, surplus: rows.size }
  for (const row of expected) {
    const found = rows.get(keyOf(row))
    if (!found) {
      difference.missing += 1
      continue
    }
    difference.surplus -= 1
    const same = found.enabled === row.enabled && found.priority === row.priority && found.weight === row.weight
    if (!same) difference.outdated += 1
  }
  return difference
}
