import { infiniteQueryOptions } from '@tanstack/react-query'
import { walletHistory } from '#contract/api/topup.ts'
import { call } from '#web/lib/api.ts'

const PAGE_SIZE = 10

/** A user's wallet history, 10 rows per page. */
export const walletQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['users', 'wallet', id],
    queryFn: ({ pageParam, signal }) =>
      call(walletHistory, { query: { user_id: id, p: pageParam, page_size: PAGE_SIZE } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE_SIZE < total ? page + 1 : undefined),
    staleTime: 0,
  })
