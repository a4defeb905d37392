import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { wayTo } from '../tokens/chat-links.ts'
import { Opening } from './chat-page.tsx'
import { BadLinks, NoToken } from './chat-states.tsx'
import { mainLink } from './chat-target.ts'
import { OutsideClient } from './outside-client.tsx'
import { useChatTarget } from './use-chat-target.ts'

/** Goes on to the first chat client that is a site, with the reader's first usable token. */
export function Chat2LinkPage() {
  const { t } = useTranslation('chat')
  const { links, target, error, refetch } = useChatTarget(undefined, mainLink)
  const url = target?.kind === 'ready' && wayTo(target.url, location.protocol) !== 'app' ? target.url : null
  useEffect(() => {
    // In place of this page, so that "back" does not lead here again.
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
