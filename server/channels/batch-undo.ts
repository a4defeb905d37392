import { auditsOfRequest } from '../audits/queries.ts'
import type { Author } from '../audits/write.ts'
import type { Services } from '../services.ts'
import type { ChannelRow } from '../store/tables.ts'
import { applyChannels } from './apply.ts'
import { changeTo, difference, has, isChange, unknownGroup } from './batch-fields.ts'
import type { Outcome } from './batch-update.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { unservedAfter } from './models-left-without.ts'
import { lockChannels } from './queries.ts'
import { groupNames } from './rules.ts'

/** What a change made of a channel. */
type Former = ReturnType<typeof difference>

/**
 * Takes back what a change of many did to these channels, as the audit log noted it, all in one step. A channel that no
 * longer has the values of that change stays as it is, and so does one that had a group that no longer exists. Routing follows before this resolves.
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
    const groups = groupNames(services)
    const refused: Outcome['refused'] = []
    const changes: RowChange[] = []
    for (const id of unique) {
      const [row, values] = [rows.get(id), former.get(id)]
      const refusal = problem(row, values, groups)
      if (refusal) refused.push({ id, ...refusal })
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

function problem(
  row: ChannelRow | undefined,
  former: Former | undefined,
  groups: ReadonlySet<string>,
): Omit<Outcome['refused'][number], 'id'> | undefined {
  if (!row) return { code: 'channel_not_found' }
  if (!former || !isChange(former)) return { code: 'channel_change_unknown' }
  if (!has(row, former.after)) return { code: 'channel_changed_again' }
  const group = unknownGroup(row, former.before, groups)
  return group === undefined ? undefined : { code: 'group_unknown', parameters: { group } }
}

/** What was created or deleted has only one state, and nothing to take back here. */
function formerOf({ before, after }: { before: string; after: string }): Former {
  return before && after ? difference(JSON.parse(before), JSON.parse(after)) : { before: {}, after: {} }
}
