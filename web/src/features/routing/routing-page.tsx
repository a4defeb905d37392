import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Route from 'lucide-react/icons/route'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExplainedRoute } from '#contract/api/routing.ts'
import { LimitsUse } from '#web/features/limits/limits-use.tsx'
import { sumsQuery } from '#web/features/traffic/health-queries.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { groupsQuery } from '#web/lib/groups.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { CandidateRow } from './candidate-row.tsx'
import { type Routing, routingQuery } from './queries.ts'
import { FORMATS, type RoutingSearch } from './routing-search.ts'

const ReplayCard = lazyPart(() => import('./replay-card.tsx'))

const route = getRouteApi('/_console/routing')

/** How a call would be routed now, and why: routes, channels, limits. */
export function RoutingPage() {
  const { t } = useTranslation('routing')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const routing = useQuery(routingQuery(search))
  const change = (patch: RoutingSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  return (
    <Page title={t('title')} hint={t('hint')}>
      <RoutingFilters search={search} onChange={change} />
      {search.model ? (
        <Loaded query={routing}>
          {(loaded) => <Explanation routing={loaded} search={search} onChange={change} />}
        </Loaded>
      ) : (
        <EmptyState
          icon={<Route aria-hidden className="size-8" />}
          title={t('empty.title')}
          hint={t('empty.hint')}
          action={<UsedModels onChoose={(model) => change({ model })} />}
        />
      )}
    </Page>
  )
}

const MAX_OFFERED = 6

/** The models with most calls of the last 24 hours. */
function UsedModels({ onChoose }: { onChoose: (model: string) => void }) {
  const { t } = useTranslation('routing')
  const { data } = useQuery(sumsQuery('model'))
  const cells = [...(data?.values() ?? [])].map(({ cell }) => cell).filter((cell) => cell.model_name !== '')
  const most = cells.toSorted((one, other) => other.served - one.served).slice(0, MAX_OFFERED)
  if (most.length === 0) return null
  return (
    <fieldset aria-label={t('empty.used')} className="flex flex-wrap justify-center gap-2">
      {most.map(({ model_name: model }) => (
        <Button key={model} onClick={() => onChoose(model)}>
          <ModelName model={model} />
        </Button>
      ))}
    </fieldset>
  )
}

/** The channels of all routes, each once. */
const candidatesOf = ({ routes }: Routing) => [
  ...new Map(routes.flatMap(({ candidates }) => candidates.map((each) => [each.id, each] as const))).values(),
]

interface ExplanationProps {
  routing: Routing
  search: RoutingSearch
  onChange: (patch: RoutingSearch) => void
}

function Explanation({ routing, search, onChange }: ExplanationProps) {
  const { t } = useTranslation('routing')
  const { error, routes, limits, tries, waits } = routing
  const isServed = routes.some(({ taken }) => taken)
  return (
    <>
      {error ? (
        <Banner tone="danger">{t('refused', { error })}</Banner>
      ) : isServed ? null : waits > 0 ? (
        <Banner tone="warning">{t('waits', { error: routes[0]?.error ?? '', count: waits })}</Banner>
      ) : (
        <Banner tone="danger">{t('unserved', { error: routes[0]?.error ?? '' })}</Banner>
      )}
      {routes.map((each, index) => (
        <RouteCard
          key={`${each.group} ${each.model}`}
          route={each}
          place={index + 1}
          alone={routes.length === 1}
          tries={tries}
          search={search}
          onChange={onChange}
        />
      ))}
      <Suspense fallback={<Skeleton className="h-40" />}>
        <ReplayCard key={search.model} candidates={candidatesOf(routing)} search={search} />
      </Suspense>
      {limits.length > 0 && (
        <Card title={t('limits')}>
          {limits.map(({ scope, subject, limits_now }) => (
            <div key={`${scope} ${subject}`} className="flex flex-col gap-1">
              <p className="text-muted text-small">{t(`scope.${scope}`, { subject })}</p>
              <LimitsUse now={limits_now} />
            </div>
          ))}
        </Card>
      )}
    </>
  )
}

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
function RouteCard({ route, place, alone, tries, search, onChange }: RouteCardProps) {
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

interface RoutingFiltersProps {
  search: RoutingSearch
  /** Changes search parameters of the URL; `undefined` removes one. */
  onChange: (patch: RoutingSearch, replace?: boolean) => void
}

/** The call that is asked about. */
function RoutingFilters({ search, onChange }: RoutingFiltersProps) {
  const { t } = useTranslation('routing')
  const { data: groups = [] } = useQuery(groupsQuery)
  const group = search.group ?? 'default'
  const names = [...new Set([...groups, 'auto', group])]
  const format = search.format ?? 'chat'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t('filter.model')}
        placeholder={t('filter.model')}
        value={search.model ?? ''}
        onChange={(model) => onChange({ model: model || undefined }, true)}
      />
      <Select
        aria-label={t('filter.format')}
        className="w-auto"
        value={format}
        options={FORMATS.map((value) => ({ value, label: t(`format.${value}`) }))}
        onChange={(next) => onChange({ format: next === 'chat' ? undefined : next })}
      />
      {search.token === undefined && (
        <Select
          aria-label={t('filter.group')}
          className="w-auto"
          value={group}
          options={names.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ group: next === 'default' ? undefined : next })}
        />
      )}
      <SearchField
        label={t('filter.token')}
        placeholder={t('filter.token')}
        icon={<KeyRound size={16} aria-hidden />}
        hint={t('filter.tokenHint')}
        digits
        className="max-w-44"
        value={search.token === undefined ? '' : String(search.token)}
        onChange={(id) => onChange({ token: id ? Number(id) : undefined, group: undefined }, true)}
      />
      <SearchField
        label={t('filter.conversation')}
        placeholder={t('filter.conversation')}
        icon={<MessagesSquare size={16} aria-hidden />}
        hint={t('filter.conversationHint')}
        className="max-w-52"
        value={search.conversation ?? ''}
        onChange={(conversation) => onChange({ conversation: conversation || undefined }, true)}
      />
    </div>
  )
}
