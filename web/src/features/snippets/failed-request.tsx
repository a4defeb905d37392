import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useTranslation } from 'react-i18next'
import { formatQuota } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import type { FirstFailure } from './first-failure.ts'

/** Why the newest call failed, and what to do about it. */
export function FailedRequest({ failure }: { failure: FirstFailure }) {
  const { t, i18n } = useTranslation('snippets')
  const status = useStatus()
  const user = useUser()
  const { wayOut, message } = failure
  const isBroke = wayOut === 'balance' && user !== null && user.quota <= 0
  return (
    <>
      <CircleAlert size={14} aria-hidden className="shrink-0 text-danger" />
      <span className="min-w-0 break-words text-danger">
        {isBroke
          ? t('first.broke', { balance: formatQuota(user.quota, status) })
          : t('first.failed', { message: i18n.language === 'zh' ? message.zh : message.en })}
      </span>
      <WayOutLink failure={failure} />
    </>
  )
}

const LOOK = 'text-primary underline'

function WayOutLink({ failure: { wayOut, id, tokenId } }: { failure: FirstFailure }) {
  const { t } = useTranslation('snippets')
  const label = t(`first.wayOut.${wayOut}`)
  if (wayOut === 'balance') {
    return (
      <Link to="/topup" className={LOOK}>
        {label}
      </Link>
    )
  }
  if (wayOut === 'token' && tokenId > 0) {
    return (
      <Link to="/token/$id" params={{ id: tokenId }} className={LOOK}>
        {label}
      </Link>
    )
  }
  if (wayOut === 'model') {
    return (
      <Link to="/models" className={LOOK}>
        {label}
      </Link>
    )
  }
  return (
    <Link to="/log" search={{ row: id }} className={LOOK}>
      {t('first.show')}
    </Link>
  )
}
