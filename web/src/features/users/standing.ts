import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

export type UserState = 'active' | 'banned' | 'deleted' | 'unknown'
export type RoleName = 'user' | 'admin' | 'root' | 'unknown'

/** Returns whether the user is active, banned or deleted. */
export function stateOfUser({ status, DeletedAt }: Pick<User, 'status' | 'DeletedAt'>): UserState {
  if (DeletedAt !== null) return 'deleted'
  if (status === USER_STATUS.enabled) return 'active'
  return status === USER_STATUS.disabled ? 'banned' : 'unknown'
}

/** Returns the translation key of a role. */
export function nameOfRole(role: number): RoleName {
  const known = (['user', 'admin', 'root'] as const).find((name) => ROLE[name] === role)
  return known ?? 'unknown'
}

export const STATE_COLOURS: Record<UserState, TagColour> = {
  active: 'green',
  banned: 'red',
  deleted: 'red',
  unknown: 'grey',
}

export const ROLE_COLOURS: Record<RoleName, TagColour> = {
  user: 'grey',
  admin: 'yellow',
  root: 'orange',
  unknown: 'red',
}
