import type { Status } from '#contract/api/site.ts'
import { LOGIN_PROVIDERS, type LoginProviderId, loginProviders } from '#contract/login/login-providers.ts'
import { isOidcProviderName, type OidcProviderName } from '#contract/login/oidc-providers.ts'

/** A way to log in without a password. */
export type LoginMethod = LoginProviderId | OidcProviderName

/** Returns the methods that the operator has turned on, in the order of their buttons. */
export function enabledMethods(status: Partial<Status>): LoginMethod[] {
  const listed = (status.oidc_providers ?? []).map(({ name }) => name).filter(isOidcProviderName)
  return [...LOGIN_PROVIDERS.filter((id) => status[loginProviders[id].flag]), ...listed]
}

const BUTTON_HEIGHT = 40
const GAP = 8
const HEAD_HEIGHT = 36

/** Returns the height of the buttons in pixels: two columns, and Telegram's widget in a separate row. */
export function heightOf(methods: readonly LoginMethod[]): number {
  const telegram = methods.includes('telegram')
  const rows = Math.ceil((methods.length - Number(telegram)) / 2) + Number(telegram)
  return HEAD_HEIGHT + rows * BUTTON_HEIGHT + (rows - 1) * GAP
}
