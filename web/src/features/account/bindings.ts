import type { Status } from '#contract/api/site.ts'
import type { User } from '#contract/api/users.ts'
import { type LoginProviderId, providerSpec, providersIn } from '#contract/login/login-providers.ts'
import { isOidcProviderName, type OidcProviderName } from '#contract/login/oidc-providers.ts'

export type BindingName = 'email' | LoginProviderId | OidcProviderName

/** An e-mail address or an account at a login provider. */
export interface Binding {
  name: BindingName
  /** The bound address or id; "" = not bound. */
  account: string
  /** Whether the operator has turned it on. */
  enabled: boolean
}

/** Accounts at the OpenID providers that the operator lists. */
export type Identities = readonly { provider: string; account: string }[]

/** Returns every binding that is on offer or made. Optional providers are left out while they are off and not bound. */
export function bindingsOf(user: User, status: Partial<Status>, identities: Identities = []): Binding[] {
  const providers = providersIn('bindings').flatMap((name) => {
    const { userField, flag, optional } = providerSpec(name)
    const binding = { name, account: user[userField], enabled: status[flag] === true }
    return optional && !binding.enabled && !binding.account ? [] : [binding]
  })
  const offered = (status.oidc_providers ?? []).map(({ name }) => name)
  const names = [...new Set([...offered, ...identities.map(({ provider }) => provider)])].filter(isOidcProviderName)
  const listed = names.map((name) => ({
    name,
    account: identities.find(({ provider }) => provider === name)?.account ?? '',
    enabled: offered.includes(name),
  }))
  return [{ name: 'email', account: user.email, enabled: true }, ...providers, ...listed]
}
