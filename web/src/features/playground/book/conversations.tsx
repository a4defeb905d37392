import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { Time } from '#web/ui/time.tsx'
import { type Entry, MAX_ENTRIES, withName } from './book.ts'
import type { useBook } from './use-book.ts'

export interface ConversationsProps {
  conversation: string
  books: ReturnType<typeof useBook>
  /** Opens a conversation. */
  onOpen: (id: string) => void
  onRemove: (entry: Entry) => void
}

/** From this many on, names can be searched. */
const SEARCHED_FROM = 8

/** The list of the user's conversations: open, rename, delete. */
export default function Conversations(props: ConversationsProps & { trigger: ReactElement }) {
  const { conversation, books, onOpen, onRemove, trigger } = props
  const { t } = useTranslation('playground')
  const [isOpen, setOpen] = useState(true)
  const [searched, setSearched] = useState('')
  const { entries } = books.book
  const found = entries.filter(({ name }) => name.toLowerCase().includes(searched.trim().toLowerCase()))
  return (
    <Popover
      title={t('book.title')}
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      className="w-96"
    >
      {entries.length >= SEARCHED_FROM && (
        <Input
          aria-label={t('book.search')}
          placeholder={t('book.search')}
          value={searched}
          className="mb-2"
          onChange={({ target }) => setSearched(target.value)}
        />
      )}
      {found.length === 0 && <p className="text-muted">{t(entries.length === 0 ? 'book.none' : 'book.noneFound')}</p>}
      <ul aria-label={t('book.title')} className="-mx-1 flex flex-col">
        {found.map((entry) => (
          <ConversationRow
            key={entry.id}
            entry={entry}
            isOpen={entry.id === conversation}
            onOpen={() => {
              setOpen(false)
              onOpen(entry.id)
            }}
            onRename={(name) => books.change((book) => withName(book, entry.id, name))}
            onRemove={() => onRemove(entry)}
          />
        ))}
      </ul>
      <p className="mt-2 border-line border-t pt-2 text-muted text-small">{t('book.rule', { count: MAX_ENTRIES })}</p>
    </Popover>
  )
}

interface ConversationRowProps {
  entry: Entry
  /** It is the one that the page shows. */
  isOpen: boolean
  onOpen: () => void
  onRename: (name: string) => void
  onRemove: () => void
}

const ICON = { size: 14, 'aria-hidden': true } as const
const MAX_LETTERS = 100

/** A conversation in the list. */
function ConversationRow({ entry, isOpen, onOpen, onRename, onRemove }: ConversationRowProps) {
  const { t } = useTranslation('playground')
  const [typed, setTyped] = useState<string>()
  const { name, at, lanes } = entry
  const keep = () => {
    if (typed?.trim()) onRename(typed.trim())
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
    if (event.key !== 'Escape') return
    // The list stays open.
    event.stopPropagation()
    setTyped(undefined)
  }
  if (typed !== undefined) {
    return (
      <li className="p-1">
        <Input
          autoFocus
          aria-label={t('book.name')}
          maxLength={MAX_LETTERS}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
          onBlur={keep}
        />
      </li>
    )
  }
  return (
    <li className={cx('flex items-center gap-1 rounded-control hover:bg-hover', isOpen && 'bg-primary-soft')}>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className="min-h-control min-w-0 flex-1 px-2 py-1 text-start"
      >
        <span className="block truncate">{name}</span>
        <span className="block truncate text-muted text-small">
          <Time at={Math.floor(at / 1000)} /> · {lanes.map(({ model }) => model).join(', ')}
        </span>
      </button>
      <IconButton
        size="small"
        label={t('book.rename', { name })}
        icon={<Pencil {...ICON} />}
        onClick={() => setTyped(name)}
      />
      <IconButton size="small" label={t('book.remove', { name })} icon={<Trash2 {...ICON} />} onClick={onRemove} />
    </li>
  )
}
