import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { SecretCell } from '#web/ui/table/secret-cell.tsx'
import { fullKey, maskedKey } from './export-format.ts'

/** Shows the token's key. */
export function KeyCell({ token: { name, key } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const labels = { show: t('row.view', { name }), hide: t('row.hide', { name }), copy: t('row.copy', { name }) }
  return <SecretCell secret={fullKey(key)} masked={maskedKey(key)} labels={labels} />
}
