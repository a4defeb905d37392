import ChevronDown from 'lucide-react/icons/chevron-down'
import CodeXml from 'lucide-react/icons/code-xml'
import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquarePen from 'lucide-react/icons/square-pen'
import Trash2 from 'lucide-react/icons/trash'
import { useTranslation } from 'react-i18next'
import { downloadText } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { type Entry, withEntry, without } from './book/book.ts'
import { removeConversation } from './book/book-store.ts'
import type { ConversationsProps } from './book/conversations.tsx'
import type { useBook } from './book/use-book.ts'
import type { Chat } from './chat/chats.ts'
import type { SharedSettings } from './conversation/conversation.ts'
import { lineOf } from './conversation/line.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

interface PlaygroundHeaderProps {
  userId: number
  conversation: string
  books: ReturnType<typeof useBook>
  /** The chat that is shown first, whose messages are exported, and all of them. */
  chat: Chat
  chats: readonly Chat[]
  isEmpty: boolean
  isCleared: boolean
  /** Why the context cannot be cleared now. */
  busy: string | false
  onOpen: (id: string) => void
  /** Called after the conversation was deleted. */
  onRemoved: () => void
  /** Shows the request of the typed question. */
  onInspect: () => void
  /** Opens the settings; absent where they are beside the conversation. */
  onOpenSettings: (() => void) | undefined
}

/** The title, the list of conversations, and the actions for the whole conversation. */
export function PlaygroundHeader(props: PlaygroundHeaderProps) {
  const { userId, conversation, books, chat, chats, isEmpty, isCleared, busy, onOpen, onInspect, onOpenSettings } =
    props
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  const told = (undo: () => void) =>
    toast.success(t('removed'), { action: { label: common('action.undo'), run: undo } })
  /** Deletes the conversation that is shown; the page stays, with none. */
  const remove = () => {
    const entry = books.book.entries.find(({ id }) => id === conversation)
    const undone = chats.map((one) => one.removeAll())
    if (entry) books.change((book) => without(book, conversation))
    props.onRemoved()
    told(() => {
      if (entry) books.change((book) => withEntry(book, entry))
      for (const undo of undone) undo()
    })
  }
  const removeEntry = (entry: Entry) => (entry.id === conversation ? remove() : told(removeConversation(userId, entry)))
  return (
    <header className="flex items-center gap-1">
      <h1 className="shrink-0 text-title max-sm:sr-only">{t('title')}</h1>
      <span className="flex min-w-0 flex-1 items-center">
        <ConversationsButton {...{ conversation, books, onOpen }} onRemove={removeEntry} />
      </span>
      {!isEmpty && (
        <Button
          icon={<SquarePen {...ICON} />}
          className="max-sm:w-control max-sm:px-0!"
          aria-label={t('book.new')}
          onClick={() => onOpen(crypto.randomUUID())}
        >
          <span className="max-sm:hidden">{t('book.new')}</span>
        </Button>
      )}
      <IconButton label={t('act.code')} icon={<CodeXml {...ICON} />} onClick={onInspect} />
      {onOpenSettings && (
        <IconButton label={t('settings.title')} icon={<SlidersHorizontal {...ICON} />} onClick={onOpenSettings} />
      )}
      {!isEmpty && (
        <>
          <IconButton
            label={t(isCleared ? 'context.restore' : 'context.clear')}
            icon={<Eraser {...ICON} />}
            disabledReason={busy}
            onClick={() => {
              for (const one of chats) one.clearContext(!isCleared)
            }}
          />
          <ExportMenu chat={chat} settings={books.book.settings} />
          <IconButton label={t('act.remove')} icon={<Trash2 {...ICON} />} onClick={remove} />
        </>
      )}
    </header>
  )
}

interface ExportMenuProps {
  chat: Chat
  settings: SharedSettings
}

function ExportMenu({ chat, settings }: ExportMenuProps) {
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  const tellOffline = () => toast.error(common('error.offline'))
  const save = async (format: 'md' | 'json') => {
    const { messages, head } = chat.state()
    const line = lineOf(messages, head)
    const { toJson, toMarkdown } = await import('./request/export.ts')
    if (format === 'json') {
      downloadText('conversation.json', toJson(line, settings, new Date()), 'application/json')
    } else {
      const names = { user: t('role.user'), assistant: t('role.assistant'), tool: t('tools.results') }
      downloadText('conversation.md', toMarkdown(line, names), 'text/markdown')
    }
  }
  return (
    <LazyMenu
      trigger={<IconButton label={t('act.export')} icon={<Download {...ICON} />} />}
      entries={() => [
        { label: 'Markdown', run: () => void save('md').catch(tellOffline) },
        { label: 'JSON', run: () => void save('json').catch(tellOffline) },
      ]}
    />
  )
}

const load = () => import('./book/conversations.tsx')

/** The name of the conversation; opens the list of all. */
function ConversationsButton(props: ConversationsProps) {
  const { t } = useTranslation('playground')
  const name = props.books.book.entries.find(({ id }) => id === props.conversation)?.name
  return (
    <LazyPanel
      load={load}
      props={props}
      trigger={
        <Button
          variant="ghost"
          aria-label={t('book.open', { name: name ?? t('book.unnamed') })}
          className="min-w-0 max-w-full"
        >
          <span className="min-w-0 max-w-64 truncate">{name ?? t('book.unnamed')}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
        </Button>
      }
    />
  )
}
