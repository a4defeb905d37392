import { infiniteQueryOptions } from '@tanstack/react-query'
import { listUserTokens } from '#contract/api/users.ts'
import { callList } from '#web/lib/api.ts'

const PAGE_SIZE = 10

/** A user's tokens, 10 per page. */
export const userTokensQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['users', 'tokens', id],
    queryFn: ({ pageParam, signal }) =>
      callList(listUserTokens, { params: { id }, query: { p: pageParam, page_size: PAGE_SIZE } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, last) => ((last + 1) * PAGE_SIZE < total ? last + 1 : undefined),
    staleTime: 0,
  })
