import { useTranslation } from 'react-i18next'
import type { Status } from '#contract/api/site.ts'
import type { Language } from '#contract/errors.ts'
import { loginProviders } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { useStatus } from '#web/lib/status.ts'
import type { LoginMethod } from './login-methods.ts'

/** Returns a function from a login method to its name; the operator names the OpenID provider. */
export function useMethodName(): (method: LoginMethod) => string {
  const { i18n } = useTranslation()
  const status = useStatus()
  return (method) => methodName(method, status, i18n.language === 'zh' ? 'zh' : 'en')
}

/** Returns the name of a login method in a language. */
export function methodName(method: LoginMethod, status: Partial<Status>, language: Language): string {
  if (isOidcProviderName(method)) {
    return status.oidc_providers?.find(({ name }) => name === method)?.label ?? method
  }
  return (method === 'oidc' && status.oidc_display_name) || loginProviders[method].label[language]
}
