/** Default group of new users and channels (product brief). */
export const DEFAULT_GROUP = 'default'

/**
 * A token's group that stands for all groups that its owner may use: each call is served by the cheapest of them that
 * can serve it. Usable where `UserUsableGroups` names it and no group has this name.
 */
export const AUTO_GROUP = 'auto'

/** Label of a user's own group when the operator has set none (contract of this API family). */
export const OWN_GROUP_LABEL = '用户分组'

type GroupMaps = Readonly<{ GroupRatio: Record<string, number>; UserUsableGroups: Record<string, string> }>

/** Whether a token's group stands for all groups that its owner may use. */
export const isAutoGroup = (group: string, { GroupRatio, UserUsableGroups }: GroupMaps): boolean =>
  group === AUTO_GROUP && Object.hasOwn(UserUsableGroups, AUTO_GROUP) && !Object.hasOwn(GroupRatio, AUTO_GROUP)

/** Returns the groups that `auto` stands for, the cheapest first. */
export function groupsOfAuto(ownGroup: string, { GroupRatio, UserUsableGroups }: GroupMaps): string[] {
  const usable = [...new Set([ownGroup, ...Object.keys(UserUsableGroups)])]
  const ratio = (group: string) => GroupRatio[group] ?? Infinity
  return usable.filter((group) => Object.hasOwn(GroupRatio, group)).sort((a, b) => ratio(a) - ratio(b))
}
