import type { PatchedFields } from '#contract/api/channel-batch.ts'
import { type Limits, storedLimits } from '#contract/limits.ts'
import type { Calls } from '../calls/calls.ts'
import { listAuditsOfRequest } from '../platform/audits/queries.ts'
import type { Author } from '../platform/audits/write.ts'
import type { Platform } from '../platform/platform.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { changeTo, difference, hasValues, isChange, unknownGroup } from './batch-fields.ts'
import type { BatchOutcome } from './batch-update.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { publishChannels } from './publish-channels.ts'
import { lockChannels } from './queries.ts'
import { groupNames } from './rules.ts'
import { modelsLeftUnserved } from './unserved-models.ts'

/** The effect of a batch change on one channel. */
type FieldDifference = ReturnType<typeof difference>

/**
 * Reverts a batch change of these channels in one transaction, as recorded in the audit log. A channel that no
 * longer has the values of that change stays as it is, and so does one that had a group that no longer exists.
 * Routing follows before this resolves.
 */
export async function undoChannelPatch(
  services: Platform & Calls,
  by: Author,
  { change, ids }: { change: string; ids: readonly number[] },
): Promise<BatchOutcome> {
  const { store, channels } = services
  const outcome = await store.db.transaction().execute(async (trx): Promise<BatchOutcome> => {
    const unique = [...new Set(ids)]
    const notes = await listAuditsOfRequest(trx, change, 'channel', unique)
    const former = new Map(notes.map((note) => [Number(note.target_id), readDifference(note)]))
    const rows = new Map((await lockChannels(trx, store, unique)).map((row) => [row.id, row]))
    const groups = groupNames(services)
    const refused: BatchOutcome['refused'] = []
    const changes: RowChange[] = []
    for (const id of unique) {
      const [row, values] = [rows.get(id), former.get(id)]
      const refusal = undoRefusal(row, values, groups)
      if (refusal) refused.push({ id, ...refusal })
      else if (row && values) changes.push({ row, change: changeTo(row, values.before) })
    }
    await writeChanges(trx, by, changes)
    return {
      change: changes.length > 0 ? by.requestId : '',
      changed: changes.map((each) => each.change),
      unchanged: [],
      refused,
      unserved: modelsLeftUnserved(channels, changes),
    }
  })
  if (outcome.change) await publishChannels(services)
  return outcome
}

function undoRefusal(
  row: ChannelRow | undefined,
  former: FieldDifference | undefined,
  groups: ReadonlySet<string>,
): Omit<BatchOutcome['refused'][number], 'id'> | undefined {
  if (!row) return { code: 'channel_not_found' }
  if (!former || !isChange(former)) return { code: 'channel_change_unknown' }
  if (!hasValues(row, former.after)) return { code: 'channel_changed_again' }
  const group = unknownGroup(row, former.before, groups)
  return group === undefined ? undefined : { code: 'group_unknown', parameters: { group } }
}

/**
 * Reads the change of an audit row. A created or deleted channel has only one state, so there is nothing to revert.
 */
function readDifference({ before, after }: { before: string; after: string }): FieldDifference {
  return before && after ? difference(readFields(before), readFields(after)) : { before: {}, after: {} }
}

/** Reads an audited channel; limits as they are stored. */
function readFields(text: string): PatchedFields {
  const { limits, ...fields } = JSON.parse(text) as Omit<PatchedFields, 'limits'> & { limits?: Limits | null }
  return limits === undefined ? fields : { ...fields, limits: storedLimits(limits) }
}
