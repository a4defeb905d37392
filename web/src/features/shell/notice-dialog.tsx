import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Content } from '#web/features/content/content.tsx'
import { noticeQuery } from '#web/features/content/queries.ts'
import { setStored } from '#web/lib/storage.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** The full site notice; closing it marks it as read. */
export default function NoticeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { data: html, error } = useQuery(noticeQuery)
  const close = () => {
    if (html) setStored('notice', html)
    onClose()
  }
  return (
    <Dialog width="wide" title={t('notice.title')} onClose={close}>
      {html ? <Content content={html} title={t('notice.title')} /> : t(error ? 'notice.failed' : 'notice.empty')}
    </Dialog>
  )
}
