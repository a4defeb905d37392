import type { User } from '#contract/api/users.ts'
import type { OptionKey } from '#contract/options.ts'
import { USER_STATUS } from '#contract/statuses.ts'

/** Each way to log in with what a user must have for it; a password everybody has. */
const PROVIDERS = {
  GitHubOAuthEnabled: 'github_id',
  LinuxDOOAuthEnabled: 'linux_do_id',
  WeChatAuthEnabled: 'wechat_id',
  TelegramOAuthEnabled: 'telegram_id',
  OIDCEnabled: 'oidc_id',
} as const satisfies Partial<Record<OptionKey, keyof User>>

/** Switches that decide who can log in. */
export const LOGIN_SWITCHES: readonly OptionKey[] = ['PasswordLoginEnabled', ...typedKeys(PROVIDERS)]

function typedKeys<K extends string>(record: Record<K, unknown>): K[] {
  return Object.keys(record) as K[]
}

export type LoginUser = Pick<
  User,
  'id' | 'username' | 'role' | 'status' | 'DeletedAt' | (typeof PROVIDERS)[keyof typeof PROVIDERS]
>

/** Users who could log in no more, with what is switched on as `isOn` says. Banned and deleted ones do not count. */
export function lockedOut<U extends LoginUser>(users: readonly U[], isOn: (key: OptionKey) => boolean): U[] {
  if (isOn('PasswordLoginEnabled')) return []
  const open = typedKeys(PROVIDERS).filter(isOn)
  return users.filter(
    (user) =>
      user.status === USER_STATUS.enabled &&
      user.DeletedAt === null &&
      open.every((provider) => user[PROVIDERS[provider]] === ''),
  )
}
