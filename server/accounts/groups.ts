import { OWN_GROUP_LABEL } from '#contract/groups.ts'
import type { OptionValues } from '#contract/options.ts'

type GroupOptions = Readonly<Pick<OptionValues, 'GroupRatio' | 'UserUsableGroups'>>

/**
 * Returns the groups that a user may choose, with their labels: the usable ones and the user's own, if they have a
 * ratio. `ownGroup` undefined: for a visitor.
 */
export function usableGroups(
  { GroupRatio, UserUsableGroups }: GroupOptions,
  ownGroup: string | undefined,
): Record<string, string> {
  const own = ownGroup === undefined ? {} : { [ownGroup]: OWN_GROUP_LABEL }
  const labels: Record<string, string> = { ...own, ...UserUsableGroups }
  return Object.fromEntries(Object.entries(labels).filter(([group]) => Object.hasOwn(GroupRatio, group)))
}
