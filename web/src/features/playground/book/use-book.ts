import { useEffect, useMemo } from 'react'
import { idle } from '#web/lib/lazy/idle.ts'
import { useStored } from '#web/lib/storage.ts'
import type { SharedSettings } from '../conversation/conversation.ts'
import { sweepFiles } from '../files/file-store.ts'
import { type Book, readBook } from './book.ts'
import { adoptFormerConversation, changeBook, namedFiles } from './book-store.ts'

/** The list of a user's conversations and their settings; follows other tabs. */
export function useBook(userId: number) {
  useMemo(() => adoptFormerConversation(userId), [userId])
  const stored = useStored(`playground:${userId}`)
  const book = useMemo(() => readBook(stored), [stored])
  useEffect(() => {
    // Without a database there are no files to delete.
    void idle()
      .then(() => sweepFiles(userId, namedFiles(userId)))
      .catch(() => {})
  }, [userId])
  return useMemo(() => {
    const change = (how: (now: Book) => Book) => changeBook(userId, how)
    return {
      book,
      change,
      changeSettings: (patch: Partial<SharedSettings>) =>
        change((now) => ({ ...now, settings: { ...now.settings, ...patch } })),
    }
  }, [userId, book])
}
