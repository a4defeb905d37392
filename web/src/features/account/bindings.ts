import type { Status } from '#contract/api/site.ts'
import type { User } from '#contract/api/users.ts'

export type BindingName = 'email' | 'wechat' | 'github' | 'telegram' | 'linuxdo' | 'oidc'

/** An account elsewhere that lets one in here. */
export interface Binding {
  name: BindingName
  /** What is bound; "" = nothing. */
  account: string
  /** Whether the operator has it switched on. */
  enabled: boolean
}

/** Every binding that is on offer or made. An OpenID provider belongs to the site, so without one it is not mentioned. */
export function bindingsOf(user: User, status: Partial<Status>): Binding[] {
  const all: Binding[] = [
    { name: 'email', account: user.email, enabled: true },
    { name: 'wechat', account: user.wechat_id, enabled: status.wechat_login === true },
    { name: 'github', account: user.github_id, enabled: status.github_oauth === true },
    { name: 'telegram', account: user.telegram_id, enabled: status.telegram_oauth === true },
    { name: 'linuxdo', account: user.linux_do_id, enabled: status.linuxdo_oauth === true },
    { name: 'oidc', account: user.oidc_id, enabled: status.oidc_oauth === true },
  ]
  return all.filter(({ name, account, enabled }) => name !== 'oidc' || enabled || account !== '')
}
