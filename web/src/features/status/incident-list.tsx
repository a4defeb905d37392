import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Incident } from '#contract/api/traffic.ts'
import { cx } from '#web/lib/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'

const IncidentText = lazy(() => import('./incident-text.tsx'))

interface IncidentListProps {
  title: string
  incidents: readonly Incident[]
  /** Buttons of an incident, for administrators. */
  actions: (incident: Incident) => ReactNode
}

/** Incidents, latest first. */
export function IncidentList({ title, incidents, actions }: IncidentListProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-lead">{title}</h2>
      <ul className="flex flex-col gap-3">
        {incidents.map((incident) => (
          <IncidentItem key={incident.id} incident={incident} actions={actions(incident)} />
        ))}
      </ul>
    </section>
  )
}

function IncidentItem({ incident, actions }: { incident: Incident; actions: ReactNode }) {
  const { t } = useTranslation('status')
  const { title, body, models, created_at, resolved_at } = incident
  const goesOn = resolved_at === 0
  return (
    <li className="flex flex-col gap-1 surface px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h3 className="flex min-w-0 flex-1 items-baseline gap-2 break-words">
          <span
            aria-hidden
            className={cx('size-2 shrink-0 -translate-y-px rounded-full', goesOn ? 'bg-warning' : 'bg-success')}
          />
          <span className="min-w-0">{title}</span>
        </h3>
        {actions}
      </div>
      <p className="text-muted text-small">
        {t(goesOn ? 'incident.since' : 'incident.began')} <Time at={created_at} />
        {!goesOn && (
          <>
            {' · '}
            {t('incident.ended')} <Time at={resolved_at} />
          </>
        )}
        {' · '}
        {models.length > 0 ? models.join(', ') : t('incident.allModels')}
      </p>
      {body && (
        <Suspense fallback={<Skeleton className="h-6" />}>
          <IncidentText text={body} />
        </Suspense>
      )}
    </li>
  )
}
