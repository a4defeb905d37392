import { AUTO_GROUP, isAutoGroup, OWN_GROUP_LABEL } from '#contract/groups.ts'
import type { OptionValues } from '#contract/options.ts'

type GroupOptions = Readonly<Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>>

/**
 * Returns the groups that a user may choose, with their labels: the usable ones and the user's own, if they have a
 * ratio, and `auto` where it is usable. `ownGroup` undefined: for a visitor.
 */
export function usableGroups(values: GroupOptions, ownGroup: string | undefined): Record<string, string> {
  const { GroupRatio, UserUsableGroups } = values
  const own = ownGroup === undefined ? {} : { [ownGroup]: OWN_GROUP_LABEL }
  const labels: Record<string, string> = { ...own, ...UserUsableGroups }
  const isUsable = (group: string) =>
    Object.hasOwn(GroupRatio, group) || (group === AUTO_GROUP && ownGroup !== undefined && isAutoGroup(group, values))
  return Object.fromEntries(Object.entries(labels).filter(([group]) => isUsable(group)))
}
