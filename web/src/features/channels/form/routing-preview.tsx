import { useTranslation } from 'react-i18next'
import type { RouteOutlook } from '#contract/api/channel-outlook.ts'
import type { ChannelControl } from './form-schema.ts'
import { useRoutingPreview } from './routing-preview-query.ts'

/** Maximum number of sentences shown. */
const TOLD = 4

interface RoutingOutlookProps {
  control: ChannelControl
  /** The edited channel. */
  id: number | undefined
  /** The channel is currently disabled. */
  isOff: boolean
}

/** Describes when calls would use this channel. Follows the form. */
export function RoutingPreview({ control, id, isOff }: RoutingOutlookProps) {
  const { t } = useTranslation('editor')
  const outlook = useRoutingPreview(control, id)
  if (!outlook || outlook.routes.length === 0) return null
  const { routes, attempts } = outlook
  return (
    <div aria-live="polite" className="rounded-card bg-sunken px-3 py-2 text-small">
      {isOff && <p className="text-warning">{t('routing.off')}</p>}
      <ul className="grid gap-1">
        {routes.slice(0, TOLD).map((route) => (
          <li key={`${route.group}:${route.models.join()}`}>
            <RouteSentence route={route} attempts={attempts} />
          </li>
        ))}
      </ul>
      {routes.length > TOLD && <p className="text-muted">{t('routing.more', { count: routes.length - TOLD })}</p>}
      <p className="mt-1 text-muted">{t('routing.attempts', { count: attempts })}</p>
    </div>
  )
}

function RouteSentence({ route, attempts }: { route: RouteOutlook; attempts: number }) {
  const { t } = useTranslation('editor')
  const { group, models, count, before, beside, after, percent } = route
  const [model = ''] = models
  const what = count > 1 ? t('routing.models', { model, count: count - 1 }) : model
  const about = { models: what, group }
  const left = Math.min(beside + after, Math.max(0, attempts - 1))
  const next = left > 0 ? t('routing.then', { count: left }) : t('routing.thenNone')
  if (before >= attempts) return t('routing.never', { ...about, count: before })
  if (before > 0) return t('routing.behind', { ...about, count: before })
  if (beside > 0) return t('routing.shared', { ...about, percent, count: beside, next })
  return after > 0 ? t('routing.first', { ...about, next }) : t('routing.alone', about)
}
