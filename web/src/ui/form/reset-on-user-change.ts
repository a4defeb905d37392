import type { QueryClient } from '@tanstack/react-query'
import { getStored, subscribeStored } from '#web/lib/storage.ts'
import { dropDrafts } from './draft.ts'

/** The last user of this tab; kept after logout, so that drafts wait for the same user. */
const SEEN = 'seen-user'

/** Clears the tab's data of a user when another user logs in, here or in another tab. */
export function resetOnUserChange(queryClient: QueryClient) {
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
