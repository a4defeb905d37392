import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import { downloadText } from '#web/lib/download.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { toJson, toMarkdown } from './export.ts'
import type { useChat } from './use-chat.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

interface PlaygroundHeaderProps {
  chat: ReturnType<typeof useChat>
  /** Why the context cannot be cleared now. */
  busy: string | false
  /** Called after the conversation was deleted. */
  onRemoved: () => void
  /** Opens the settings; absent where they are beside the conversation. */
  onOpenSettings: (() => void) | undefined
}

/** The title, and the actions for the whole conversation. */
export function PlaygroundHeader({ chat, busy, onRemoved, onOpenSettings }: PlaygroundHeaderProps) {
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  const { settings, line } = chat
  const remove = () => {
    const undo = chat.removeAll()
    onRemoved()
    toast.success(t('removed'), { action: { label: common('action.undo'), run: undo } })
  }
  return (
    <header className="flex items-center gap-1">
      <h1 className="min-w-0 flex-1 truncate text-title">{t('title')}</h1>
      {onOpenSettings && (
        <IconButton label={t('settings.title')} icon={<SlidersHorizontal {...ICON} />} onClick={onOpenSettings} />
      )}
      {line.length > 0 && (
        <>
          <IconButton
            label={t(line.at(-1)?.cleared ? 'context.restore' : 'context.clear')}
            icon={<Eraser {...ICON} />}
            disabledReason={busy}
            onClick={chat.clearContext}
          />
          <LazyMenu
            trigger={<IconButton label={t('act.export')} icon={<Download {...ICON} />} />}
            entries={() => [
              {
                label: 'Markdown',
                run: () => {
                  const names = { user: t('role.user'), assistant: t('role.assistant') }
                  downloadText('conversation.md', toMarkdown(line, names), 'text/markdown')
                },
              },
              {
                label: 'JSON',
                run: () => downloadText('conversation.json', toJson(line, settings, new Date()), 'application/json'),
              },
            ]}
          />
          <IconButton label={t('act.remove')} icon={<Trash2 {...ICON} />} onClick={remove} />
        </>
      )}
    </header>
  )
}
