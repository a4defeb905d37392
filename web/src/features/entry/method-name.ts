import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'
import type { LoginMethod } from './login-methods.ts'

/** What a way to get in is called. */
export function useMethodName(): (way: LoginMethod) => string {
  const { t } = useTranslation('entry')
  const { oidc_display_name } = useStatus()
  return (way) => (way === 'oidc' && oidc_display_name) || t(`way.${way}`)
}
