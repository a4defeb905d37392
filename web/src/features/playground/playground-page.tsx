import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useUser } from '#web/lib/session.ts'
import { useBook } from './book/use-book.ts'
import { Workspace } from './workspace.tsx'

/** Chat with up to three models, paid from the account's balance, with a view of the API call. */
export function PlaygroundPage() {
  const user = useUser()
  const userId = user?.id ?? 0
  const books = useBook(userId)
  const navigate = useNavigate({ from: '/playground' })
  const { chat } = useSearch({ from: '/_console/playground' })
  // Another tab may open another conversation: this one stays where it is.
  const [first] = useState(books.book.open)
  const conversation = chat ?? first
  const open = (id: string) => {
    books.change((book) => ({ ...book, open: id }))
    void navigate({ search: { chat: id } })
  }
  return (
    <Workspace
      key={`${userId}:${conversation}`}
      {...{ userId, conversation, books }}
      ownGroup={user?.group ?? 'default'}
      onOpen={open}
    />
  )
}
