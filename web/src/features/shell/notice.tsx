import { useQuery } from '@tanstack/react-query'
import Bell from 'lucide-react/icons/bell'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeQuery } from '#web/features/content/queries.ts'
import { SiteHtml } from '#web/features/content/site-html.tsx'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const NoticeDialog = lazy(() => import('./notice-dialog.tsx'))

const LOOK = 'prose max-h-40 overflow-y-auto'

/** The site notice, shown once per text; after dismissal only the bell remains. */
export function NoticeBar() {
  const { t } = useTranslation('shell')
  const { data: html = '' } = useQuery(noticeQuery)
  const dismissed = useStored('notice')
  if (html === '' || html === dismissed) return null
  return (
    <section aria-label={t('notice.title')}>
      <Banner tone="info" className="mx-4 mt-3 max-sm:mx-3" onDismiss={() => setStored('notice', html)}>
        <SiteHtml html={html} className={LOOK} />
      </Banner>
    </section>
  )
}

/** Reopens the notice. */
export function NoticeBell() {
  const { t } = useTranslation('shell')
  const { data: html = '' } = useQuery(noticeQuery)
  const unread = useStored('notice') !== html && html !== ''
  return (
    <IconButton
      label={t('notice.open')}
      icon={
        <>
          <Bell size={16} aria-hidden />
          {unread && <span className="-ml-3 mb-3 size-2 shrink-0 rounded-full bg-danger" />}
        </>
      }
      onClick={() => openOverlay<void>((close) => <NoticeDialog onClose={close} />)}
    />
  )
}
