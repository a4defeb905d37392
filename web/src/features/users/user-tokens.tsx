import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { User, UserToken } from '#contract/api/users.ts'
import { listUserTokens } from '#contract/api/users.ts'
import { ExpiryCell } from '#web/features/tokens/expiry-cell.tsx'
import { RemainCell } from '#web/features/tokens/quota-cells.tsx'
import { StatusCell } from '#web/features/tokens/status-cell.tsx'
import { callList } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'

/** A user's tokens, newest first, `most` of them; each name links to its calls. Their keys are visible to their owner only. */
export default function UserTokens({ user, most }: { user: User; most?: number }) {
  const { t } = useTranslation('users')
  const { data, error, refetch, ...more } = useInfiniteQuery(userTokensQuery(user.id))
  if (!data) return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className="h-24 w-full" />
  const tokens = data.pages.flatMap((page) => page.data).slice(0, most)
  if (tokens.length === 0) return <p className="text-muted">{t('tokens.empty')}</p>
  return (
    <div>
      <ul className="border-line border-t" aria-label={t('tokens.label', { name: user.username })}>
        {tokens.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {!most && more.hasNextPage && (
        <Button className="mt-2" loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {t('tokens.more')}
        </Button>
      )}
    </div>
  )
}

function Row({ token }: { token: UserToken }) {
  const { t } = useTranslation('tokens')
  const { name, key_end, used_quota, accessed_time, expired_time } = token
  const facts = [
    { name: t('column.used'), value: <Money quota={used_quota} /> },
    { name: t('column.expires'), value: <ExpiryCell at={expired_time} /> },
    { name: t('column.accessed'), value: <Time at={accessed_time} /> },
  ]
  return (
    <li className="border-line border-b py-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/log"
          search={{ token_id: token.id, range: '30d' }}
          className="min-w-0 break-words underline underline-offset-2"
        >
          {name}
        </Link>
        <span className="font-mono text-small text-muted">sk-…{key_end}</span>
        <StatusCell token={token} />
        <span className="ms-auto">
          <RemainCell token={token} />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-4 text-small">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const PAGE_SIZE = 10

/** A user's tokens, 10 per page. */
const userTokensQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['users', 'tokens', id],
    queryFn: ({ pageParam, signal }) =>
      callList(listUserTokens, { params: { id }, query: { p: pageParam, page_size: PAGE_SIZE } }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, last) => ((last + 1) * PAGE_SIZE < total ? last + 1 : undefined),
    staleTime: 0,
  })
