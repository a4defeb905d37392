import { commaList } from '#contract/comma-list.ts'
import type { Queryable } from '../store/database.ts'
import type { AbilityRow, ChannelRow } from '../store/tables.ts'
import { abilitiesOf, CHUNK } from './abilities.ts'

/** Channels in one statement that takes rows away: each may have hundreds of them. */
const CHANNELS = 10

/** A channel before and after a change. */
export interface Revision {
  before: ChannelRow
  after: ChannelRow
}

/** Routing rows that a change of a channel's lists takes away and adds; the others may have another place. */
export function abilityChanges({ before, after }: Revision): { lost: AbilityRow[]; gained: AbilityRow[] } {
  const { lost, gained } = namesOf({ before, after })
  return { lost: rowsWith(before, lost), gained: rowsWith(after, gained) }
}

/**
 * Brings the routing rows of many channels in line with changed fields (not with a status), in few statements: rows that
 * stay are not written again. Call it in the transaction of the change.
 */
export async function reviseAbilities(db: Queryable, revisions: readonly Revision[]): Promise<void> {
  for (const those of alike(revisions, (revision) => namesOf(revision).lost)) {
    await removeNames(db, those.map(idOf), namesOf(those[0]).lost)
  }
  const moved = revisions.filter(({ before, after }) => {
    return before.priority !== after.priority || before.weight !== after.weight
  })
  for (const those of alike(moved, placeOf)) {
    await db.updateTable('abilities').set(placeOf(those[0])).where('channel_id', 'in', those.map(idOf)).execute()
  }
  const rows = revisions.flatMap((revision) => abilityChanges(revision).gained)
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('abilities')
      .values(rows.slice(start, start + CHUNK))
      // A row that should not have been there is put right.
      .onConflict((conflict) =>
        conflict.columns(['group', 'model', 'channel_id']).doUpdateSet(({ ref }) => ({
          enabled: ref('excluded.enabled'),
          priority: ref('excluded.priority'),
          weight: ref('excluded.weight'),
        })),
      )
      .execute()
    await letCallsGoOn()
  }
}

interface Names {
  groups: string[]
  models: string[]
}

async function removeNames(db: Queryable, ids: number[], { groups, models }: Names): Promise<void> {
  for (let first = 0; first < ids.length; first += CHANNELS) {
    const mine = db.deleteFrom('abilities').where('channel_id', 'in', ids.slice(first, first + CHANNELS))
    for (let start = 0; start < groups.length; start += CHUNK) {
      await mine.where('group', 'in', groups.slice(start, start + CHUNK)).execute()
    }
    for (let start = 0; start < models.length; start += CHUNK) {
      await mine.where('model', 'in', models.slice(start, start + CHUNK)).execute()
    }
    await letCallsGoOn()
  }
}

/** SQLite writes in the thread that answers calls: streams must not stand still while thousands of rows are written. */
const letCallsGoOn = () => Bun.sleep(0)

function namesOf({ before, after }: Revision): { lost: Names; gained: Names } {
  return {
    lost: { groups: missing(before.group, after.group), models: missing(before.models, after.models) },
    gained: { groups: missing(after.group, before.group), models: missing(after.models, before.models) },
  }
}

/** Names of a comma list that another one has not. */
function missing(list: string, other: string): string[] {
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
const placeOf = ({ after: { priority, weight } }: Revision) => ({ priority, weight })

type NotEmpty<T> = [T, ...T[]]

/** Puts together what has the same facts. */
function alike<T>(all: readonly T[], factsOf: (one: T) => unknown): NotEmpty<T>[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(factsOf(one))).values()] as NotEmpty<T>[]
}
