import { useQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Incident } from '#contract/api/traffic.ts'
import { percentText, totalOf } from '#contract/days.ts'
import { fullNumber } from '#web/lib/format.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { DayBars } from './day-bars.tsx'
import { IncidentList } from './incident-list.tsx'
import { ModelStates } from './model-states.tsx'
import { daysOfAll, splitIncidents } from './status-list.ts'
import { type SiteStatus, siteStatusQuery } from './status-page-query.ts'

const loadActions = () => import('./incident-actions.tsx')
const IncidentActions = lazy(loadActions)

/** How every model works now and worked on the last 90 days, and incidents. Administrators write incidents here. */
export function StatusPage() {
  const { t } = useTranslation('status')
  const isAdmin = useIsAdmin()
  const isOn = useStatus().status_page_enabled === true
  const isShown = isOn || isAdmin
  const { data, error, refetch } = useQuery({ ...siteStatusQuery, enabled: isShown })
  const report = async () => (await loadActions()).editIncident(namesIn(data))
  return (
    <div className="mx-auto flex w-full max-w-6xl min-w-0 flex-col gap-4 px-4 pt-3 pb-4 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 flex-1 text-title">{t('title')}</h1>
        {isAdmin && (
          <Button icon={<Plus size={16} aria-hidden />} onClick={report}>
            {t('report')}
          </Button>
        )}
      </header>
      {isAdmin && !isOn && <Preview />}
      {!isShown ? (
        <EmptyState icon={<Activity size={28} aria-hidden />} title={t('off.title')} />
      ) : data ? (
        <>
          {error && <RefreshFailure error={error} onRetry={() => void refetch()} />}
          <StatusBody data={data} isAdmin={isAdmin} />
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  )
}

const namesIn = (data: SiteStatus | undefined) => data?.models.map(({ model_name }) => model_name) ?? []

function StatusBody({ data, isAdmin }: { data: SiteStatus; isAdmin: boolean }) {
  const { t } = useTranslation('status')
  const { open, ended } = splitIncidents(data.incidents)
  const actions = (incident: Incident) =>
    isAdmin && (
      <Suspense>
        <IncidentActions incident={incident} offered={namesIn(data)} />
      </Suspense>
    )
  return (
    <>
      {open.length > 0 && <IncidentList title={t('incident.open')} incidents={open} actions={actions} />}
      <Overall models={data.models} />
      <ModelStates models={data.models} />
      {ended.length > 0 && <IncidentList title={t('incident.past')} incidents={ended} actions={actions} />}
      {data.incidents.length === 0 && <p className="text-muted">{t('incident.none')}</p>}
    </>
  )
}

/** How all models together worked on the last 90 days. */
function Overall({ models }: Pick<SiteStatus, 'models'>) {
  const { t } = useTranslation('status')
  const days = daysOfAll(models)
  const { share, calls } = totalOf(days)
  if (share === undefined) return null
  return (
    <section aria-label={t('overall.title')} className="surface flex flex-col gap-3 p-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-title tabular-nums">{percentText(share)}</span>
        <span className="text-muted">{t('overall.text', { count: calls, calls: fullNumber(calls) })}</span>
      </p>
      <DayBars days={days} />
    </section>
  )
}

/** Tells administrators that nobody else sees the page; whoever may change that gets a way there. */
function Preview() {
  const { t } = useTranslation('status')
  return (
    <Banner tone="info" action={<OpenSetting option="StatusPageEnabled" />}>
      <strong className="font-strong">{t('off.title')}</strong> {t('off.preview')}
    </Banner>
  )
}
