import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'

/** What an invite code adds to the balance, if it is somebody's. */
export default function InviteBonus({ code, bonus }: { code: string; bonus: number }) {
  const { t } = useTranslation('entry')
  const status = useStatus()
  // Two decimals would show a gift below a cent as nothing.
  const digits = bonus / status.quota_per_unit < 0.01 ? 6 : 2
  return t('register.invitedBonus', { code, bonus: formatQuota(bonus, status, digits) })
}
