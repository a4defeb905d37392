import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Movement } from '#contract/api/topup.ts'
import { walletHistory } from '#contract/api/topup.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'

/** The changes of a user's balance other than calls, newest first. */
export default function WalletHistory({ id }: { id: number }) {
  const { t } = useTranslation('users')
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(walletQuery(id))
  if (!data) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-24 w-full" />
  const movements = data.pages.flatMap(({ items }) => items)
  if (movements.length === 0) return <p className="text-muted">{t('wallet.empty')}</p>
  return (
    <div>
      <ul className="border-line border-t">
        {movements.map((movement) => (
          <Row key={`${movement.kind}-${movement.id}`} movement={movement} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="mt-2" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('wallet.more')}
        </Button>
      )}
    </div>
  )
}

function Row({ movement }: { movement: Movement }) {
  const { t, i18n } = useTranslation('users')
  const { kind, status, content, words, quota } = movement
  const text =
    kind === 'order'
      ? t(`wallet.order.${status === 'expired' ? 'expired' : 'pending'}`, { content })
      : (words?.[i18n.language === 'zh' ? 'zh' : 'en'] ?? content)
  return (
    <li className="flex items-baseline gap-3 border-line border-b py-1.5">
      <span className="min-w-0 flex-1">
        <span className="block break-words">{text}</span>
        <span className="block text-small text-muted">
          <Time at={movement.created_at} exact />
        </span>
      </span>
      {quota !== 0 && <Amount quota={quota} />}
    </li>
  )
}

function Amount({ quota }: { quota: number }) {
  return (
    <span className={quota > 0 ? 'shrink-0 text-success' : 'shrink-0'}>
      {quota > 0 && '+'}
      <Money quota={quota} />
    </span>
  )
}

const PAGE_SIZE = 10

/** A user's wallet history, 10 rows per page. */
const walletQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['users', 'wallet', id],
    queryFn: ({ pageParam, signal }) =>
      call(walletHistory, { query: { user_id: id, p: pageParam, page_size: PAGE_SIZE } }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE_SIZE < total ? page + 1 : undefined),
    staleTime: 0,
  })
