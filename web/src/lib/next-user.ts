import type { QueryClient } from '@tanstack/react-query'
import { dropDrafts } from '#web/ui/form/draft.ts'
import { getStored, subscribeStored } from './storage.ts'

/** Whom this tab has seen last; it stays when a session ends, so that drafts wait for the same user. */
const SEEN = 'seen-user'

/** Forgets what the tab has of a user when the next one logs in, here or in another tab. */
export function followUsers(queryClient: QueryClient) {
  const look = () => {
    const id = getStored('user')?.id
    const seen = sessionStorage.getItem(SEEN)
    if (id === undefined || seen === String(id)) return
    sessionStorage.setItem(SEEN, String(id))
    if (seen === null) return
    dropDrafts()
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
  }
  look()
  subscribeStored(look)
}
