import { useTranslation } from 'react-i18next'
import { formatQuota, unitsPerAmount } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'

/** Shows the bonus that a valid invite code adds to the balance. */
export default function InviteBonus({ code, bonus }: { code: string; bonus: number }) {
  const { t } = useTranslation('entry')
  const status = useStatus()
  // Two decimals would show a bonus below a cent as zero.
  const digits = bonus / unitsPerAmount(status) < 0.01 ? 6 : 2
  return t('register.invitedBonus', { code, bonus: formatQuota(bonus, status, digits) })
}
