import type { User } from '#contract/api/users.ts'
import { LOGIN_PROVIDERS, type LoginUserField, loginProviders } from '#contract/login/login-providers.ts'
import type { OptionKey } from '#contract/options.ts'
import { USER_STATUS } from '#contract/statuses.ts'

/** Options that decide who can log in. */
export const LOGIN_SWITCHES: readonly OptionKey[] = [
  'PasswordLoginEnabled',
  ...LOGIN_PROVIDERS.map((id) => loginProviders[id].switch),
]

export type LoginUser = Pick<User, 'id' | 'username' | 'role' | 'status' | 'DeletedAt' | LoginUserField>

/**
 * Returns the users who could no longer log in with the switches as given by `isOn`. Banned and deleted users
 * are excluded.
 */
export function lockedOut<U extends LoginUser>(users: readonly U[], isOn: (key: OptionKey) => boolean): U[] {
  if (isOn('PasswordLoginEnabled')) return []
  const open = LOGIN_PROVIDERS.map((id) => loginProviders[id]).filter((provider) => isOn(provider.switch))
  return users.filter(
    (user) =>
      user.status === USER_STATUS.enabled &&
      user.DeletedAt === null &&
      open.every(({ userField }) => user[userField] === ''),
  )
}
