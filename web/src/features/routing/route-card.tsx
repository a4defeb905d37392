import { useTranslation } from 'react-i18next'
import type { ExplainedRoute } from '#contract/api/routing.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import { CandidateRow } from './candidate-row.tsx'
import type { RoutingSearch } from './routing-search.ts'

interface RouteCardProps {
  route: ExplainedRoute
  /** Place among the routes, from 1. */
  place: number
  /** There is no other route. */
  alone: boolean
  /** Channels that are tried at most. */
  tries: number
  search: RoutingSearch
  onChange: (patch: RoutingSearch) => void
}

/** One route: its model in its group, the price, and every channel that has the model. */
export function RouteCard({ route, place, alone, tries, search, onChange }: RouteCardProps) {
  const { t } = useTranslation('routing')
  const { model, group, taken, error, price, order, candidates } = route
  const title = t('route.title', { model, group })
  return (
    <section aria-label={title} className="min-w-0 surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-2">
        {!alone && <span className="text-muted tabular-nums">{place}</span>}
        <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 text-lead">
          <ModelName model={model} />
          <span className="text-muted text-small">{t('route.group', { group })}</span>
        </h2>
        <Status colour={taken ? 'green' : 'grey'}>
          {taken ? t(place === 1 ? 'route.taken' : 'route.next') : t('route.left')}
        </Status>
        <span className="ms-auto text-muted text-small">
          {t(`order.${order}`)} · {t('route.tries', { count: tries })} ·{' '}
          {price === null ? t('route.unpriced') : t('route.price')}
          {price !== null && (
            <>
              {' '}
              <Money quota={price} digits={6} />
            </>
          )}
        </span>
      </header>
      {error && <p className="px-4 py-2 text-danger">{error}</p>}
      {candidates.length === 0 ? (
        <p className="px-4 py-3 text-muted">{t('route.noChannel')}</p>
      ) : (
        <ol>
          {candidates.map((candidate) => (
            <CandidateRow key={candidate.id} candidate={candidate} search={search} onChange={onChange} />
          ))}
        </ol>
      )}
    </section>
  )
}
