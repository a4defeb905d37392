import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#web/ui/back-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { OWN_SINKS, ownSinksQuery } from './sink-places.ts'
import { SinksCard } from './sinks-card.tsx'

/** Where messages about the reader's own account are sent; the drawer of a sink is a child route. */
export function OwnPage() {
  const { t } = useTranslation('alerts')
  const { data, error, refetch } = useQuery(ownSinksQuery)
  const retry = () => void refetch()
  return (
    <div className="flex max-w-6xl min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <BackLink to="/setting">{t('own.back')}</BackLink>
      <h1 className="text-title">{t('own.title')}</h1>
      <p className="max-w-prose text-muted text-small">{t('own.hint')}</p>
      {error && data && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        <SinksCard setup={data} place={OWN_SINKS} />
      ) : error ? (
        <ListFailure error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <Outlet />
    </div>
  )
}
