import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import AudioLines from 'lucide-react/icons/audio-lines'
import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { CallerCell, type Follow, ModelCell, PhaseCell, StopButton, TokensCell } from './live-cells.tsx'
import { type ListedCall, type LiveCalls, liveQuery } from './live-query.ts'
import type { LiveSearch } from './live-search.ts'

const route = getRouteApi('/_console/live')

/** The calls in progress on all nodes: who calls, what each does, and what it has cost so far. */
export function LivePage() {
  const { t } = useTranslation('operations')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const live = useQuery(liveQuery(search))
  const change = (patch: LiveSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <Page title={t('live.title')} hint={t('live.hint')}>
      {(isFiltered || (live.data?.calls.length ?? 0) > 0) && <LiveFilters search={search} onChange={change} />}
      <Loaded query={live}>{(loaded) => <Running live={loaded} isFiltered={isFiltered} onFollow={change} />}</Loaded>
    </Page>
  )
}

interface LiveFiltersProps {
  search: LiveSearch
  onChange: (patch: LiveSearch, replace: boolean) => void
}

function LiveFilters({ search, onChange }: LiveFiltersProps) {
  const { t } = useTranslation('operations')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={t('live.filter.user')}
        placeholder={t('live.filter.user')}
        icon={<User size={16} aria-hidden />}
        className="max-w-52"
        value={search.user ?? ''}
        onChange={(user) => onChange({ user: user || undefined }, true)}
      />
      <SearchField
        label={t('live.filter.token')}
        placeholder={t('live.filter.token')}
        icon={<KeyRound size={16} aria-hidden />}
        digits
        className="max-w-44"
        value={search.token === undefined ? '' : String(search.token)}
        onChange={(id) => onChange({ token: id ? Number(id) : undefined }, true)}
      />
      <SearchField
        label={t('live.filter.model')}
        placeholder={t('live.filter.model')}
        className="max-w-60"
        value={search.model ?? ''}
        onChange={(model) => onChange({ model: model || undefined }, true)}
      />
    </div>
  )
}

interface RunningProps {
  live: LiveCalls
  isFiltered: boolean
  onFollow: (patch: LiveSearch) => void
}

function Running({ live: { calls, nodes, silent }, isFiltered, onFollow }: RunningProps) {
  const { t } = useTranslation('operations')
  const total = nodes.reduce((sum, node) => sum + node.calls, 0)
  return (
    <>
      {silent.length > 0 && <Banner tone="warning">{t('live.silent', { nodes: silent.join(', ') })}</Banner>}
      {calls.length > 0 ? (
        <>
          <p className="text-muted text-small tabular-nums">
            {t('live.count', { count: total, shown: fullNumber(total) })}
            {nodes.length > 1 && ` · ${t('live.nodes', { count: nodes.length })}`}
            {total > calls.length && ` · ${t('live.oldest', { count: calls.length, shown: fullNumber(calls.length) })}`}
          </p>
          <LiveTable calls={calls} severalNodes={nodes.length > 1} onFollow={onFollow} />
        </>
      ) : (
        <EmptyState
          icon={<AudioLines aria-hidden className="size-8" />}
          title={t(isFiltered ? 'live.noMatch' : 'live.empty')}
          hint={t(isFiltered ? 'live.noMatchHint' : 'live.emptyHint')}
        />
      )}
    </>
  )
}

interface LiveTableProps {
  calls: readonly ListedCall[]
  severalNodes: boolean
  onFollow: Follow
}

/** Calls in progress, the oldest first. */
function LiveTable({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  return (
    <PlainTable
      label={t('live.title')}
      rows={calls}
      keyOf={({ id }) => id}
      columns={[
        { name: t('live.caller'), cell: (call) => <CallerCell call={call} onFollow={onFollow} /> },
        { name: t('live.model'), cell: (call) => <ModelCell call={call} /> },
        { name: t('live.phase'), cell: (call) => <PhaseCell call={call} severalNodes={severalNodes} /> },
        { name: t('live.tokens'), number: true, cell: (call) => <TokensCell call={call} /> },
        {
          name: t('live.cost'),
          number: true,
          cell: ({ quota }) => (quota > 0 ? <Money quota={quota} digits={6} /> : DASH),
        },
        { name: t('live.stop'), number: true, cell: (call) => <StopButton call={call} /> },
      ]}
    />
  )
}
