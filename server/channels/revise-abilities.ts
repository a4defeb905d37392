import { commaList } from '#contract/comma-list.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { AbilityRow, ChannelRow } from '../platform/store/tables.ts'
import { abilitiesOf, CHUNK } from './abilities.ts'

/** Channels in one delete statement: each may have hundreds of rows. */
const CHANNELS_PER_STATEMENT = 10

/** A channel before and after a change. */
export interface Revision {
  before: ChannelRow
  after: ChannelRow
}

/**
 * The routing rows that a change of a channel's lists removes and adds; the others may have a new priority or
 * weight.
 */
export function abilityChanges({ before, after }: Revision): { lost: AbilityRow[]; gained: AbilityRow[] } {
  const { lost, gained } = nameChanges({ before, after })
  return { lost: rowsWith(before, lost), gained: rowsWith(after, gained) }
}

/**
 * Updates the routing rows of many channels after changed fields (not after a changed status), in few statements:
 * rows that stay are not written again. Call it in the transaction of the change.
 */
export async function reviseAbilities(db: Queryable, revisions: readonly Revision[]): Promise<void> {
  for (const those of groupByFacts(revisions, (revision) => nameChanges(revision).lost)) {
    await removeNames(db, those.map(idOf), nameChanges(those[0]).lost)
  }
  const moved = revisions.filter(({ before, after }) => {
    return before.priority !== after.priority || before.weight !== after.weight
  })
  for (const those of groupByFacts(moved, routingOf)) {
    await db.updateTable('abilities').set(routingOf(those[0])).where('channel_id', 'in', those.map(idOf)).execute()
  }
  const rows = revisions.flatMap((revision) => abilityChanges(revision).gained)
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('abilities')
      .values(rows.slice(start, start + CHUNK))
      // A row that should not have existed is corrected.
      .onConflict((conflict) =>
        conflict.columns(['group', 'model', 'channel_id']).doUpdateSet(({ ref }) => ({
          enabled: ref('excluded.enabled'),
          priority: ref('excluded.priority'),
          weight: ref('excluded.weight'),
        })),
      )
      .execute()
    await yieldToCalls()
  }
}

interface Names {
  groups: string[]
  models: string[]
}

async function removeNames(db: Queryable, ids: number[], { groups, models }: Names): Promise<void> {
  for (let first = 0; first < ids.length; first += CHANNELS_PER_STATEMENT) {
    const mine = db.deleteFrom('abilities').where('channel_id', 'in', ids.slice(first, first + CHANNELS_PER_STATEMENT))
    for (let start = 0; start < groups.length; start += CHUNK) {
      await mine.where('group', 'in', groups.slice(start, start + CHUNK)).execute()
    }
    for (let start = 0; start < models.length; start += CHUNK) {
      await mine.where('model', 'in', models.slice(start, start + CHUNK)).execute()
    }
    await yieldToCalls()
  }
}

/** SQLite writes in the thread that serves calls: streams must not stall while thousands of rows are written. */
const yieldToCalls = () => Bun.sleep(0)

function nameChanges({ before, after }: Revision): { lost: Names; gained: Names } {
  return {
    lost: { groups: namesMissingIn(before.group, after.group), models: namesMissingIn(before.models, after.models) },
    gained: { groups: namesMissingIn(after.group, before.group), models: namesMissingIn(after.models, before.models) },
  }
}

/** Names of a comma list that another list does not have. */
function namesMissingIn(list: string, other: string): string[] {
  if (list === other) return []
  const there = new Set(commaList(other))
  return commaList(list).filter((name) => !there.has(name))
}

/** Routing rows of a channel that have one of these groups or models. */
function rowsWith(channel: ChannelRow, { groups, models }: Names): AbilityRow[] {
  if (groups.length + models.length === 0) return []
  const [ofGroups, ofModels] = [new Set(groups), new Set(models)]
  return abilitiesOf(channel).filter(({ group, model }) => ofGroups.has(group) || ofModels.has(model))
}

const idOf = ({ after }: Revision) => after.id
const routingOf = ({ after: { priority, weight } }: Revision) => ({ priority, weight })

type NotEmpty<T> = [T, ...T[]]

/** Groups items with equal facts. */
function groupByFacts<T>(all: readonly T[], factsOf: (one: T) => unknown): NotEmpty<T>[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(factsOf(one))).values()] as NotEmpty<T>[]
}
