import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ShieldX from 'lucide-react/icons/shield-x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { cx } from '#web/lib/cx.ts'
import { Banner } from '../banner.tsx'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy/copy.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Skeleton } from '../skeleton.tsx'

interface FailureProps {
  error: Error
  onRetry: () => void
}

/** Shown instead of a list that could not be loaded. */
export function ListFailure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('table')
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState icon={<ShieldX size={28} aria-hidden />} title={t('none.forbidden')} hint={t('none.forbiddenHint')} />
    )
  }
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert size={28} aria-hidden className="text-danger" />}
        title={t('failed.title')}
        hint={
          <>
            <p>{error.message}</p>
            <RequestId error={error} />
          </>
        }
        action={<Button onClick={onRetry}>{t('failed.retry')}</Button>}
      />
    </div>
  )
}

/** Shown above a list whose refresh failed; its older rows stay. */
export function RefreshFailure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('table')
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button size="small" onClick={onRetry}>
          {t('failed.retry')}
        </Button>
      }
    >
      {t('failed.refresh')} — {error.message} <RequestId error={error} />
    </Banner>
  )
}

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: Error | null
    refetch: () => unknown
    /** The rows are still those of the previous search while the next search loads. */
    isPlaceholderData?: boolean
  }
  /** Class of the placeholder: its height. */
  skeleton?: string
  children: (data: T) => ReactNode
}

/** The content of a query once it has loaded; until then a placeholder, or the failure. */
export function Loaded<T>({ query, skeleton = 'h-60', children }: LoadedProps<T>) {
  const { data, error, refetch, isPlaceholderData: stale } = query
  if (data === undefined) {
    return error ? <ListFailure error={error} onRetry={refetch} /> : <Skeleton className={`w-full ${skeleton}`} />
  }
  return (
    <div aria-busy={stale || undefined} className={cx('flex min-w-0 flex-col gap-3', stale && 'opacity-60')}>
      {error && <RefreshFailure error={error} onRetry={refetch} />}
      {children(data)}
    </div>
  )
}

function RequestId({ error }: { error: Error }) {
  const { t } = useTranslation('table')
  if (!(error instanceof ApiError) || !error.requestId) return null
  return (
    <span className="inline-flex items-center gap-1 text-small">
      {t('failed.requestId')} <code>{error.requestId}</code>
      <CopyButton label={t('failed.copyRequestId')} text={error.requestId} shown={error.requestId} />
    </span>
  )
}

interface SkeletonRowsProps {
  rows: number
  /** Narrow cells for selecting and expanding. */
  leads: number
  columns: number
}

/** Placeholder rows of the final height while the first page loads; visible after 150 ms. */
export function SkeletonRows({ rows, leads, columns }: SkeletonRowsProps) {
  return range(rows).map((row) => (
    <tr key={row} aria-hidden>
      {range(leads + columns).map((cell) => (
        <td key={cell} className="h-row border-line border-b px-2">
          <Skeleton className={cell < leads ? 'size-4' : row % 3 ? 'h-3.5 w-3/4' : 'h-3.5 w-1/2'} />
        </td>
      ))}
    </tr>
  ))
}

/** Placeholder cards that fill a phone's window while the first page loads. */
export const SkeletonCards = () => (
  <div className="grid gap-2">
    {range(4).map((card) => (
      <Skeleton key={card} className="h-28" />
    ))}
  </div>
)

const range = (length: number) => [...Array(length).keys()]
