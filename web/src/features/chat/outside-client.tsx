import AppWindow from 'lucide-react/icons/app-window'
import ExternalLink from 'lucide-react/icons/external-link'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { siteOf } from '../tokens/chat-links.ts'
import { openClient } from './open-client.ts'

interface OutsideClientProps {
  way: 'tab' | 'app'
  name: string
  url: string
}

/** Links to a client that cannot be embedded in the page. */
export function OutsideClient({ way, name, url }: OutsideClientProps) {
  const { t } = useTranslation('chat')
  const Icon = way === 'app' ? AppWindow : ExternalLink
  return (
    <EmptyState
      icon={<Icon size={32} aria-hidden />}
      title={t(`outside.${way}`, { name })}
      hint={t(`outside.${way}Hint`, { site: siteOf(url) })}
      action={
        <Button variant="primary" onClick={() => openClient(url)}>
          {t(way === 'app' ? 'openApp' : 'openTab')}
        </Button>
      }
    />
  )
}
