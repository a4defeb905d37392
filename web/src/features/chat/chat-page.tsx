import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { maskedKey } from '#web/lib/api-key.ts'
import { cx } from '#web/lib/cx.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { type ChatLink, siteOf, wayTo } from '../tokens/chat-links.ts'
import { BadLinks, ChatLogin, ClientChoice, NoToken } from './chat-states.tsx'
import { openClient } from './open-client.ts'
import { OutsideClient } from './outside-client.tsx'
import { useChatTarget } from './use-chat-target.ts'

/** Shows an external chat client with the user's first usable token. `id`: its index in the configuration. */
export function ChatPage({ id }: { id?: string }) {
  const { t } = useTranslation('chat')
  const { user, links, target, error, refetch } = useChatTarget(id)
  if (!user) return <ChatLogin />
  if (!target && error) return <ListFailure error={error} onRetry={refetch} />
  switch (target?.kind) {
    case undefined:
      return <Opening text={t('opening')} />
    case 'none':
      return <BadLinks title={t('none')} hint={t('noneHint')} />
    case 'choice':
      return (
        <ClientChoice
          links={links}
          notice={
            target.wrong && (
              <Banner tone="danger" role="alert">
                {t('noSuch')}
              </Banner>
            )
          }
        />
      )
    case 'noToken':
      return <NoToken />
    case 'broken':
      return <BadLinks title={t('broken')} hint={t('brokenHint', { name: target.link.name })} links={links} />
    case 'ready':
      return <Client key={target.url} {...target} others={links.length > 1} />
  }
}

/** Placeholder until the target is known. */
export function Opening({ text }: { text: string }) {
  return (
    <div className="px-4 pt-3 max-sm:px-3">
      <Banner tone="warning" role="status">
        {text}
      </Banner>
    </div>
  )
}

interface ClientProps {
  link: ChatLink
  url: string
  token: Token
  /** Whether other clients are configured. */
  others: boolean
}

function Client({ link: { name }, url, token, others }: ClientProps) {
  const { t } = useTranslation('chat')
  const way = wayTo(url, location.protocol)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2 px-4 pt-3 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h1 className="truncate text-title">{name}</h1>
          <p className="break-words text-small text-muted">
            {t('given', { site: siteOf(url), token: token.name, key: maskedKey(token.key) })}
          </p>
        </div>
        {others && (
          <Link to="/chat" className={buttonClass()}>
            {t('others')}
          </Link>
        )}
        {way === 'frame' && (
          <Button icon={<ExternalLink size={16} aria-hidden />} onClick={() => openClient(url)}>
            {t('openTab')}
          </Button>
        )}
      </header>
      {way === 'frame' ? (
        <>
          <ClientFrame name={name} url={url} />
          <p className="text-small text-muted">{t('notShown')}</p>
        </>
      ) : (
        <OutsideClient way={way} name={name} url={url} />
      )}
    </div>
  )
}

interface ClientFrameProps {
  name: string
  url: string
}

/** Embeds a chat client. The frame gets no referrer, and its sandbox forbids navigating the page. */
function ClientFrame({ name, url }: ClientFrameProps) {
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
