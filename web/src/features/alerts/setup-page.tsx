import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackLink } from '#web/ui/back-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { alertSetupQuery } from './alert-queries.ts'
import { RulesCard } from './rules-card.tsx'
import { SITE_SINKS } from './sink-places.ts'
import { SinksCard } from './sinks-card.tsx'

/** The rules of alerts, and the services that are told; their drawers are child routes. */
export function SetupPage() {
  const { t } = useTranslation('alerts')
  const { data, error, refetch } = useQuery(alertSetupQuery)
  const retry = () => void refetch()
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <BackLink to="/alerts">{t('back')}</BackLink>
      <h1 className="text-title">{t('setup')}</h1>
      {error && data && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RulesCard setup={data} />
          <SinksCard setup={data} place={SITE_SINKS} />
        </div>
      ) : error ? (
        <ListFailure error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-80" />
      )}
      <Outlet />
    </div>
  )
}
