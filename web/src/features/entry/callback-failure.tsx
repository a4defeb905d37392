import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { CallbackMethod } from './callback.ts'
import { EntryFrame } from './entry-frame.tsx'
import { useMethodName } from './method-name.ts'
import { keptReturnPath } from './return-path.ts'
import { startLogin } from './start-login.ts'

/** Seconds before the automatic redirect: long enough to read the reason and choose. */
const STAY_SECONDS = 20

/**
 * Shows why a login or a bind failed, with a button to try again. Redirects after a while to the settings
 * (product brief), from where visitors are redirected to the login, unless the user chooses to stay.
 */
export function CallbackFailure({ way, error }: { way: CallbackMethod; error: Error }) {
  const { t } = useTranslation('entry')
  const { t: common } = useTranslation()
  const { history } = useRouter()
  const nameOf = useMethodName()
  const isBind = useUser() !== null
  const place = isBind ? '/setting' : '/login'
  const [left, setLeft] = useState<number | null>(STAY_SECONDS)
  const again = useMutation({
    mutationFn: async () => {
      if (way === 'telegram') return history.replace(place)
      await startLogin(way, keptReturnPath())
      await new Promise(() => {})
    },
    meta: { inline: true },
  })
  useEffect(() => {
    if (left === null) return
    if (left === 0) return history.replace('/setting')
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, history])
  const shown = again.error ?? error
  return (
    <EntryFrame>
      <h1 className="text-display">{t(isBind ? 'callback.bindFailed' : 'callback.failed', { name: nameOf(way) })}</h1>
      <Banner tone="danger" role="alert">
        <p>{shown.message}</p>
        {shown instanceof ApiError && shown.status === 403 && <p className="text-small">{t('callback.stateHint')}</p>}
        {shown instanceof ApiError && shown.requestId && (
          <p className="text-small text-muted">{common('error.requestId', { id: shown.requestId })}</p>
        )}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          loading={again.isPending}
          onClick={() => {
            setLeft(null)
            again.mutate()
          }}
        >
          {common('action.retry')}
        </Button>
        <Button onClick={() => history.replace(place)}>{t(isBind ? 'callback.toSetting' : 'callback.toLogin')}</Button>
      </div>
      {left !== null && (
        <div className="flex flex-wrap items-center gap-2 text-muted">
          <span>
            {t(isBind ? 'callback.leavingBind' : 'callback.leaving')} <span aria-hidden>({left})</span>
          </span>
          <Button size="small" onClick={() => setLeft(null)}>
            {t('callback.stay')}
          </Button>
        </div>
      )}
    </EntryFrame>
  )
}
