import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { wayTo } from '../tokens/chat-links.ts'
import { Opening } from './chat-page.tsx'
import { BadLinks, NoToken } from './chat-states.tsx'
import { mainLink } from './chat-target.ts'
import { OutsideClient } from './outside-client.tsx'
import { useChatTarget } from './use-chat-target.ts'

/** Redirects to the first chat client that is a website, with the user's first usable token. */
export function Chat2LinkPage() {
  const { t } = useTranslation('chat')
  const { links, target, error, refetch } = useChatTarget(undefined, mainLink)
  const url = target?.kind === 'ready' && wayTo(target.url, location.protocol) !== 'app' ? target.url : null
  useEffect(() => {
    // Replaces this page in the history, so that "back" does not return to it.
    if (url) location.replace(url)
  }, [url])
  if (!target && error) return <ListFailure error={error} onRetry={refetch} />
  if (!target || url) return <Opening text={t('redirecting')} />
  if (target.kind === 'noToken') return <NoToken />
  if (target.kind === 'ready') return <OutsideClient way="app" name={target.link.name} url={target.url} />
  if (target.kind === 'broken') {
    return <BadLinks title={t('broken')} hint={t('brokenHint', { name: target.link.name })} links={links} />
  }
  return <BadLinks title={t('none')} hint={t('noneHint')} />
}
