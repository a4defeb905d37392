import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channels } from '../calls/registry/channels.ts'
import type { Channel } from '../formats/providers/channel.ts'
import type { AbilityRow } from '../platform/store/tables.ts'
import { type RowChange, revisionOf } from './batch-write.ts'
import { abilityChanges } from './revise-abilities.ts'

/** Models, sorted, that some group can use now and no enabled channel serves after these changes. */
export function modelsLeftUnserved(channels: Channels, changes: readonly RowChange[]): string[] {
  const losses = new Map<string, { lost: AbilityRow; by: Channel[] }>()
  const gained = new Set<string>()
  for (const each of changes) {
    const channel = channels.byId(each.row.id)
    if (!channel || each.row.status !== CHANNEL_STATUS.enabled) continue
    // Channels that take tasks and channels that answer calls do not replace each other.
    const keyOf = ({ group, model }: AbilityRow) => JSON.stringify([channel.tasks ?? '', group, model])
    const rows = abilityChanges(revisionOf(each))
    for (const row of rows.gained) gained.add(keyOf(row))
    for (const lost of rows.lost) {
      const key = keyOf(lost)
      const loss = losses.get(key) ?? { lost, by: [] }
      losses.set(key, loss)
      loss.by.push(channel)
    }
  }
  const unserved = [...losses].filter(([key, { lost, by }]) => !gained.has(key) && !hasOthers(channels, lost, by))
  return [...new Set(unserved.map(([, { lost }]) => lost.model))].sort()
}

function hasOthers(channels: Channels, { group, model }: AbilityRow, those: readonly Channel[]): boolean {
  const platform = those[0]?.tasks
  const tiers = platform ? channels.taskTiers(platform, group, model) : channels.tiers(group, model)
  const ids = new Set(those.map(({ id }) => id))
  return tiers.some((tier) => tier.some(({ id }) => !ids.has(id)))
}
