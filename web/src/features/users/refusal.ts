import type { User, UserAction } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'

/** Reasons why an action is not possible: translation keys under `refusal`. */
export type Refusal =
  | 'rank'
  | 'rootDisable'
  | 'rootDelete'
  | 'rootDemote'
  | 'promoteRootOnly'
  | 'alreadyAdmin'
  | 'alreadyUser'
  | 'statusUnknown'

type Ranked = Pick<User, 'role'>

/** Returns whether an actor may read and change a user: root all, administrators those of a lower role. */
export const mayEdit = (actor: Ranked | null, user: Ranked) =>
  actor !== null && (actor.role === ROLE.root || actor.role > user.role)

/**
 * Returns the reason why `actor` cannot do this to `user`, or null when it is possible: the server's rules,
 * checked in advance.
 */
export function refusalOf(
  action: UserAction,
  actor: Ranked | null,
  user: Pick<User, 'role' | 'status'>,
): Refusal | null {
  if (!mayEdit(actor, user)) return 'rank'
  const isRoot = user.role === ROLE.root
  switch (action) {
    case 'promote':
      if (actor?.role !== ROLE.root) return 'promoteRootOnly'
      return user.role >= ROLE.admin ? 'alreadyAdmin' : null
    case 'demote':
      if (isRoot) return 'rootDemote'
      return user.role <= ROLE.user ? 'alreadyUser' : null
    case 'enable':
      return user.status === USER_STATUS.disabled || user.status === USER_STATUS.enabled ? null : 'statusUnknown'
    case 'disable':
      return isRoot ? 'rootDisable' : null
    case 'delete':
      return isRoot ? 'rootDelete' : null
  }
}
