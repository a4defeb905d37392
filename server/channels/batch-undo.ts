import type { ErrorCode } from '#contract/errors.ts'
import type { Author } from '../accounts/audit.ts'
import { auditsOfRequest } from '../audits/queries.ts'
import type { Services } from '../services.ts'
import type { ChannelRow } from '../store/tables.ts'
import { applyChannels } from './apply.ts'
import { changeTo, difference, has, isChange } from './batch-fields.ts'
import type { Outcome } from './batch-update.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { lockChannels } from './queries.ts'
import { unservedAfter } from './unserved.ts'

/** What a change made of a channel. */
type Former = ReturnType<typeof difference>

/**
 * Takes back what a change of many did to these channels, as the audit log noted it, all in one step. A channel that no
 * longer has the values of that change stays as it is. Routing follows before this resolves.
 */
export async function undoChannelPatch(
  services: Services,
  by: Author,
  { change, ids }: { change: string; ids: readonly number[] },
): Promise<Outcome> {
  const { store, channels } = services
  const outcome = await store.db.transaction().execute(async (trx): Promise<Outcome> => {
    const unique = [...new Set(ids)]
    const notes = await auditsOfRequest(trx, change, 'channel', unique)
    const former = new Map(notes.map((note) => [Number(note.target_id), formerOf(note)]))
    const rows = new Map((await lockChannels(trx, store, unique)).map((row) => [row.id, row]))
    const refused: Outcome['refused'] = []
    const changes: RowChange[] = []
    for (const id of unique) {
      const [row, values] = [rows.get(id), former.get(id)]
      const code = problem(row, values)
      if (code) refused.push({ id, code })
      else if (row && values) changes.push({ row, change: changeTo(row, values.before) })
    }
    await writeChanges(trx, by, changes)
    return {
      change: changes.length > 0 ? by.requestId : '',
      changed: changes.map((each) => each.change),
      unchanged: [],
      refused,
      unserved: unservedAfter(channels, changes),
    }
  })
  if (outcome.change) await applyChannels(services)
  return outcome
}

function problem(row: ChannelRow | undefined, former: Former | undefined): ErrorCode | undefined {
  if (!row) return 'channel_not_found'
  if (!former || !isChange(former)) return 'channel_change_unknown'
  return has(row, former.after) ? undefined : 'channel_changed_again'
}

/** What was created or deleted has only one state, and nothing to take back here. */
function formerOf({ before, after }: { before: string; after: string }): Former {
  return before && after ? difference(JSON.parse(before), JSON.parse(after)) : { before: {}, after: {} }
}
