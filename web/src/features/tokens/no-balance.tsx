import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says before a token is made that nothing can be called with it yet. */
export function NoBalance() {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const user = useUser()
  if (!user || user.quota > 0) return null
  return (
    <Banner
      tone="warning"
      action={
        <Link to="/topup" className="self-center whitespace-nowrap text-primary underline">
          {t('form.topUp')}
        </Link>
      }
    >
      {t('form.noBalance', { balance: formatQuota(user.quota, status) })}
    </Banner>
  )
}
