import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FirstRequest } from '#web/features/snippets/first-request.tsx'
import { newestTokenQuery } from '#web/features/tokens/token-list.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'

const LINK = 'shrink-0 text-primary underline'

/** The next step to the first call, in one line. */
export default function FirstRunLine() {
  const { t } = useTranslation('setup')
  const status = useStatus()
  const user = useUser()
  const { data: token } = useQuery(newestTokenQuery)
  if (!user || token === undefined) return null
  const balance = formatQuota(user.quota, status)
  return (
    <section
      aria-label={t('start.line.label')}
      className="mx-4 mt-3 flex min-h-8 flex-wrap items-center gap-x-2 rounded-card bg-primary-soft px-3 py-1 max-sm:mx-3"
    >
      {user.quota <= 0 ? (
        <>
          <span>{t('start.line.balance', { balance })}</span>
          <Link to="/topup" className={LINK}>
            {t('start.balance.action')}
          </Link>
        </>
      ) : token ? (
        <>
          <span>{t('start.line.call', { name: token.name })}</span>
          <FirstRequest scope="own" />
          <Link to="/detail" className={LINK}>
            {t('start.call.action')}
          </Link>
        </>
      ) : (
        <>
          <span>{t('start.line.token', { balance })}</span>
          <Link to="/token/add" search={true} className={LINK}>
            {t('start.token.action')}
          </Link>
        </>
      )}
    </section>
  )
}
