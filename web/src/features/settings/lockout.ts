import type { User } from '#contract/api/users.ts'
import { LOGIN_PROVIDERS, type LoginUserField, loginProviders } from '#contract/login-providers.ts'
import type { OptionKey } from '#contract/options.ts'
import { USER_STATUS } from '#contract/statuses.ts'

/** Switches that decide who can log in. */
export const LOGIN_SWITCHES: readonly OptionKey[] = [
  'PasswordLoginEnabled',
  ...LOGIN_PROVIDERS.map((id) => loginProviders[id].switch),
]

export type LoginUser = Pick<User, 'id' | 'username' | 'role' | 'status' | 'DeletedAt' | LoginUserField>

/** Users who could log in no more, with what is switched on as `isOn` says. Banned and deleted ones do not count. */
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
