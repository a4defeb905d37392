import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CodeBlock } from '#web/ui/scroll-region.tsx'
import { toast } from '#web/ui/toast/toast.tsx'

interface TokenDialogProps {
  token: string
  userId: number
  onClose: () => void
}

/** Shows a new access token once and explains its use. */
export default function TokenDialog({ token, userId, onClose }: TokenDialogProps) {
  const { t } = useTranslation('personal')
  const { t: common } = useTranslation()
  const { server_address } = useStatus()
  const address = (server_address || location.origin).replace(/\/+$/, '')
  const tried = useRef(false)
  useEffect(() => {
    if (tried.current) return
    tried.current = true
    // The browser may refuse to copy; the dialog has a copy button as well.
    navigator.clipboard?.writeText(token).then(
      () => toast.success(t('token.resetCopied')),
      () => {},
    )
  }, [token, t])
  const example = `curl ${address}/api/user/self \\\n  -H "Authorization: Bearer <${t('token.placeholder')}>" \\\n  -H "New-Api-User: ${userId}"`
  return (
    <Dialog
      title={t('token.name')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {common('action.close')}
        </Button>
      }
    >
      <Banner tone="warning">{t('token.once')}</Banner>
      <div className="mt-3 flex items-center gap-1 rounded-card bg-sunken py-1 ps-3 pe-1">
        <code className="min-w-0 flex-1 break-all" lang="">
          {token}
        </code>
        <CopyButton label={t('token.copy')} text={token} words={t('token.copied')} />
      </div>
      <p className="mt-3 mb-1 text-muted">{t('token.usage')}</p>
      <CodeBlock>{example}</CodeBlock>
    </Dialog>
  )
}
