import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { type Entry, MAX_ENTRIES, withName } from './book.ts'
import { ConversationRow } from './conversation-row.tsx'
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
