import type { Status } from '#contract/api/site.ts'
import type { User } from '#contract/api/users.ts'
import { type LoginProviderId, providerSpec, providersIn } from '#contract/login-providers.ts'

export type BindingName = 'email' | LoginProviderId

/** An e-mail address or an account at a login provider. */
export interface Binding {
  name: BindingName
  /** The bound address or id; "" = not bound. */
  account: string
  /** Whether the operator has turned it on. */
  enabled: boolean
}

/** Returns every binding that is on offer or made. Optional providers are left out while they are off and not bound. */
export function bindingsOf(user: User, status: Partial<Status>): Binding[] {
  const providers = providersIn('bindings').flatMap((name) => {
    const { userField, flag, optional } = providerSpec(name)
    const binding = { name, account: user[userField], enabled: status[flag] === true }
    return optional && !binding.enabled && !binding.account ? [] : [binding]
  })
  return [{ name: 'email', account: user.email, enabled: true }, ...providers]
}
