import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import OctagonAlert from 'lucide-react/icons/octagon-exclamation-point'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Replaces a failed page and shows the information that support needs. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const { t: common } = useTranslation()
  const router = useRouter()
  const requestId = error instanceof ApiError && error.requestId
  const report = [
    error instanceof Error ? error.message : String(error),
    requestId && common('error.requestId', { id: requestId }),
  ]
    .filter(Boolean)
    .join('\n')
  // Browsers do not reload a module that failed to load: only a page reload does.
  const isLate = /dynamically imported module|module script failed|preload CSS/i.test(report)
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  useEffect(() => {
    if (!isLate) return
    // The page comes back with the line.
    const onOnline = () => location.reload()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isLate])
  if (isLate && !navigator.onLine) {
    return (
      <EmptyState
        page
        icon={<WifiOff size={32} aria-hidden />}
        title={t('failure.offline')}
        hint={t('failure.offlineHint')}
        action={<Button onClick={() => location.reload()}>{t('failure.reload')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      page
      icon={<OctagonAlert size={32} aria-hidden />}
      title={t('failure.title')}
      hint={
        <>
          {t(isLate ? 'failure.part' : 'failure.hint')}
          <span className="mt-2 flex items-start justify-center gap-1">
            <code className="rounded-control bg-sunken px-2 py-1 text-left text-small break-all whitespace-pre-line">
              {report}
            </code>
            <CopyButton label={common('action.copy')} text={report} />
          </span>
        </>
      }
      action={
        <>
          {!isLate && <Button onClick={retry}>{common('action.retry')}</Button>}
          <Button variant="primary" onClick={() => location.reload()}>
            {t('failure.reload')}
          </Button>
        </>
      }
    />
  )
}
