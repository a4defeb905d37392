import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { siteOf } from '../tokens/chat-links.ts'

interface ClientFrameProps {
  name: string
  url: string
}

/** Embeds a chat client. The frame gets no referrer, and its sandbox forbids navigating the page. */
export function ClientFrame({ name, url }: ClientFrameProps) {
  const { t } = useTranslation('chat')
  const [loading, setLoading] = useState(true)
  const blocked = useBlocked(url)
  if (blocked) {
    return (
      <Banner
        tone="warning"
        role="alert"
        action={
          <Button size="small" onClick={() => location.reload()}>
            {t('blocked.reload')}
          </Button>
        }
      >
        {t('blocked.title', { site: siteOf(url) })}
      </Banner>
    )
  }
  return (
    <div className="flex min-h-[70dvh] flex-1 flex-col" aria-busy={loading}>
      {loading && (
        <Banner tone="warning" role="status" className="mb-2">
          {t('opening')}
        </Banner>
      )}
      <iframe
        src={url}
        title={name}
        referrerPolicy="no-referrer"
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
        allow="clipboard-write"
        className={cx('w-full flex-1 rounded-card border border-line bg-white', loading && 'opacity-60')}
        onLoad={() => setLoading(false)}
      />
    </div>
  )
}

/**
 * Returns whether the page's CSP has blocked the frame, because the client was configured after the page was
 * loaded.
 */
function useBlocked(url: string) {
  const [blocked, setBlocked] = useState(false)
  const onViolation = useEffectEvent(({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && url.startsWith(new URL(blockedURI, url).origin)) setBlocked(true)
  })
  useEffect(() => {
    const listen = (event: SecurityPolicyViolationEvent) => onViolation(event)
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [])
  return blocked
}
