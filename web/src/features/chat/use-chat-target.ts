import { useQuery } from '@tanstack/react-query'
import { listTokens } from '#contract/api/tokens.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { chatLinks } from '../tokens/chat-links.ts'
import { chatTarget } from './chat-target.ts'

/** Returns the chat page's state for an index from the URL, or for the link that `pick` chooses. */
export function useChatTarget(id: string | undefined, pick?: (links: ReturnType<typeof chatLinks>) => number) {
  const user = useUser()
  const status = useStatus()
  const links = chatLinks(status)
  // The running chat must not reload when the window regains focus.
  const query = useQuery({ ...chatTokensQuery, enabled: user !== null, refetchOnWindowFocus: false })
  const target =
    query.data &&
    chatTarget({
      links,
      id: id ?? (pick && links.length > 0 ? String(pick(links)) : undefined),
      tokens: query.data,
      serverAddress: status.server_address || location.origin,
      now: query.dataUpdatedAt / 1000,
    })
  return { user, links, target, error: query.error, refetch: query.refetch }
}

/** Fetches the tokens among which a chat page looks for a usable one, as many as the brief specifies. */
const chatTokensQuery = endpointQuery(
  ['tokens', 'chat'],
  listTokens,
  { query: { p: 0, size: 100 } },
  {
    // Short, so that a token disabled meanwhile is not passed on.
    staleTime: 1000,
    gcTime: 5000,
  },
)
