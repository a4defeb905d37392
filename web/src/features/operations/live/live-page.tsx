import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import AudioLines from 'lucide-react/icons/audio-lines'
import KeyRound from 'lucide-react/icons/key-round'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Cards } from '#web/ui/table/cards.tsx'
import { type Column, noChoice } from '#web/ui/table/columns/columns.ts'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { WideCell, WideRow, WideTable } from '../wide-table.tsx'
import { CallerCell, CostCell, type Follow, ModelCell, PhaseCell, StopButton, TokensCell } from './live-cells.tsx'
import { type ListedCall, type LiveCalls, liveQuery } from './live-query.ts'
import type { LiveSearch } from './live-search.ts'

const route = getRouteApi('/_console/live')

/** The calls in progress on all nodes: who calls, what each does, and what it has cost so far. */
export function LivePage() {
  const { t } = useTranslation('operations')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch } = useQuery(liveQuery(search))
  const change = (patch: LiveSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <header>
        <h1 className="text-title">{t('live.title')}</h1>
        <p className="max-w-prose text-muted text-small">{t('live.hint')}</p>
      </header>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t('live.filter.user')}
          placeholder={t('live.filter.user')}
          icon={<User size={16} aria-hidden />}
          className="max-w-52"
          value={search.user ?? ''}
          onChange={(user) => change({ user: user || undefined }, true)}
        />
        <SearchField
          label={t('live.filter.token')}
          placeholder={t('live.filter.token')}
          icon={<KeyRound size={16} aria-hidden />}
          digits
          className="max-w-44"
          value={search.token === undefined ? '' : String(search.token)}
          onChange={(id) => change({ token: id ? Number(id) : undefined }, true)}
        />
        <SearchField
          label={t('live.filter.model')}
          placeholder={t('live.filter.model')}
          className="max-w-60"
          value={search.model ?? ''}
          onChange={(model) => change({ model: model || undefined }, true)}
        />
      </div>
      {data && error && <RefreshFailure error={error} onRetry={refetch} />}
      {data ? (
        <Running
          live={data}
          isFiltered={Object.values(search).some((value) => value !== undefined)}
          onFollow={change}
        />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-60" />
      )}
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
      <p className="text-muted text-small tabular-nums">
        {t('live.count', { count: total, shown: fullNumber(total), nodes: fullNumber(nodes.length) })}
        {total > calls.length && ` · ${t('live.oldest', { count: calls.length, shown: fullNumber(calls.length) })}`}
      </p>
      {calls.length > 0 ? (
        <LiveTable calls={calls} severalNodes={nodes.length > 1} onFollow={onFollow} />
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

/** Calls in progress, the oldest first: rows of a table, or cards on phones. */
const LiveTable = (props: LiveTableProps) =>
  useMedia(MEDIA.phone) ? <LiveCards {...props} /> : <LiveRows {...props} />

function LiveRows({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  return (
    <WideTable
      label={t('live.title')}
      columns={[
        { name: t('live.caller') },
        { name: t('live.model') },
        { name: t('live.phase') },
        { name: t('live.tokens'), number: true },
        { name: t('live.cost'), number: true },
        { name: t('live.stop'), number: true },
      ]}
    >
      {calls.map((call) => (
        <WideRow key={call.id}>
          <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
            <CallerCell call={call} onFollow={onFollow} />
          </th>
          <WideCell>
            <ModelCell call={call} />
          </WideCell>
          <WideCell>
            <PhaseCell call={call} severalNodes={severalNodes} />
          </WideCell>
          <WideCell number>
            <TokensCell call={call} />
          </WideCell>
          <WideCell number>
            <CostCell call={call} />
          </WideCell>
          <WideCell number>
            <StopButton call={call} />
          </WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}

function LiveCards({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  const shared = { priority: 1, width: 0 } as const
  const columns: Column<ListedCall>[] = [
    { ...shared, id: 'model', header: t('live.model'), card: 'title', cell: (call) => <ModelCell call={call} /> },
    {
      ...{ ...shared, id: 'phase', header: t('live.phase') },
      cell: (call) => (
        <div className="whitespace-normal">
          <PhaseCell call={call} severalNodes={severalNodes} />
        </div>
      ),
    },
    {
      ...{ ...shared, id: 'caller', header: t('live.caller') },
      cell: (call) => <CallerCell call={call} onFollow={onFollow} />,
    },
    { ...shared, id: 'tokens', header: t('live.tokens'), cell: (call) => <TokensCell call={call} /> },
    { ...shared, id: 'cost', header: t('live.cost'), cell: (call) => <CostCell call={call} /> },
    { ...shared, id: 'stop', header: t('live.stop'), card: 'actions', cell: (call) => <StopButton call={call} /> },
  ]
  return (
    <Cards
      caption={t('live.title')}
      columns={columns}
      choice={noChoice}
      rows={calls}
      idOf={(call) => call.id}
      actions={{ name: (call) => call.id }}
      stale={false}
    />
  )
}
