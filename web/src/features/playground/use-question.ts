import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { withQuestion } from './book/book.ts'
import type { useBook } from './book/use-book.ts'
import type { Chat } from './chat/chats.ts'
import type { Message } from './conversation/conversation.ts'
import { lineOf } from './conversation/line.ts'
import { dataOf, saveFiles } from './files/file-store.ts'
import { useFiles } from './files/use-files.ts'
import { requestOf } from './request/request-of.ts'

interface Place {
  userId: number
  conversation: string
  books: ReturnType<typeof useBook>
  models: readonly string[]
}

/** The question that is being written: its text and files, and what becomes of it. */
export function useQuestion({ userId, conversation, books, models }: Place) {
  const { t } = useTranslation('playground')
  const [text, setText] = useDraft(userId)
  const files = useFiles(models)
  return {
    text,
    setText,
    files,
    /** Asks all models, and lists the conversation. */
    send(chats: readonly Chat[]) {
      books.change((book) => withQuestion(book, conversation, text || (files.chosen[0]?.name ?? ''), Date.now()))
      saveFiles(userId, files.chosen).catch(() => toast.error(t('files.unsaved')))
      for (const chat of chats) chat.send(text, files.chosen)
      setText('')
      files.clear()
    },
    /** Returns the request that it would be to a model. */
    requestTo(chat: Chat, model: string) {
      const { messages, head } = chat.state()
      const question: Message = {
        id: '',
        parent: head,
        role: 'user',
        content: text,
        files: files.chosen,
        state: 'complete',
      }
      return requestOf({ ...books.book.settings, model }, [...lineOf(messages, head), question], dataOf)
    },
  }
}

const EMPTY = { text: '' }

/** The unsent text, stored until the tab closes. */
function useDraft(userId: number) {
  const place = { key: `playground:${userId}` }
  const [text, setText] = useState(() => loadDraft(place, EMPTY)?.values.text ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') dropDraft(place)
    else saveDraft(place, EMPTY, { text: next })
  }
  return [text, change] as const
}
