import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NodeHealth } from '#contract/api/nodes.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { Time } from '#web/ui/time.tsx'
import { byteSize } from './byte-size.ts'
import { Estimates } from './estimates-table.tsx'
import { JobsTable } from './jobs-table.tsx'
import { nodeHealthQuery } from './queries.ts'
import { WideCell, WideHead, WideRow, WideTable } from './wide-table.tsx'

/** Shows how the server is: the node that answers, what it depends on, its jobs, and the other nodes. */
export function ServerPage() {
  const { t } = useTranslation('operations')
  const { data, error, refetch } = useQuery(nodeHealthQuery)
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-60 flex-1">
          <h1 className="text-title">{t('server.title')}</h1>
          <p className="min-h-5 text-muted text-small">
            {data && (
              <>
                {t('server.answering', { node: data.node.id, host: data.node.host, version: data.node.version })} ·{' '}
                {t('server.started')} <Time at={data.node.started_at} />
              </>
            )}
          </p>
        </div>
      </header>
      {data && error && <RefreshFailure error={error} onRetry={refetch} />}
      {data ? (
        <>
          <Facts health={data} />
          <h2 className="mt-2 text-lead">{t('jobs.title')}</h2>
          <JobsTable health={data} />
          <h2 className="mt-2 text-lead">{t('nodes.title')}</h2>
          <NodesTable health={data} />
          <Estimates />
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function Facts({ health }: { health: NodeHealth }) {
  const { t } = useTranslation('operations')
  const { calls, event_loop, memory, journal, database, redis } = health
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Fact
        name={t('fact.calls')}
        value={fullNumber(calls.active)}
        note={calls.draining ? t('fact.draining') : calls.stopping ? t('fact.stopping') : t('fact.accepting')}
        colour={calls.stopping ? 'amber' : 'green'}
      />
      <Fact
        name={t('fact.loop')}
        value={`${event_loop.p50} / ${event_loop.p99} ms`}
        note={t('fact.loopNote', { max: event_loop.max })}
        colour={levelOfDelay(event_loop.p99)}
      />
      <Fact
        name={t('fact.memory')}
        value={byteSize(memory.rss)}
        note={t('fact.memoryNote', { heap: byteSize(memory.heap), external: byteSize(memory.external) })}
      />
      <Fact
        name={t('fact.journal')}
        value={journal.writable ? t('fact.pending', { count: journal.pending }) : t('fact.unwritable')}
        note={t('fact.journalNote', { size: byteSize(journal.bytes), free: byteSize(journal.disk_free) })}
        colour={journal.writable ? 'green' : 'red'}
      />
      <Fact
        name={t('fact.database')}
        value={database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
        note={database.error || t('fact.answered', { duration: formatDuration(database.milliseconds) })}
        colour={database.error ? 'red' : 'green'}
      />
      <Fact
        name="Redis"
        value={redis ? t(redis.error ? 'fact.away' : 'fact.connected') : t('fact.none')}
        note={
          redis
            ? redis.error || t('fact.answered', { duration: formatDuration(redis.milliseconds) })
            : t('fact.noRedis')
        }
        {...(redis && { colour: redis.error ? 'red' : 'green' })}
      />
    </dl>
  )
}

interface FactProps {
  name: string
  value: ReactNode
  note: string
  colour?: TagColour
}

function Fact({ name, value, note, colour }: FactProps) {
  return (
    <div className="surface flex min-w-0 flex-col gap-0.5 px-4 py-3">
      <dt className="text-muted text-small">{name}</dt>
      <dd className="text-lead tabular-nums">{value}</dd>
      <dd className="min-w-0 text-small text-muted">{colour ? <Status colour={colour}>{note}</Status> : note}</dd>
    </div>
  )
}

/** All nodes of the cluster; the one that answers is marked. */
function NodesTable({ health: { nodes, node: answering } }: { health: NodeHealth }) {
  const { t } = useTranslation('operations')
  if (nodes.length === 0) return <EmptyState title={t('nodes.none')} />
  return (
    <WideTable
      label={t('nodes.title')}
      columns={[
        { name: t('nodes.node') },
        { name: t('nodes.state') },
        { name: t('nodes.calls'), number: true },
        { name: t('nodes.memory'), number: true },
        { name: t('nodes.version') },
        { name: t('nodes.started') },
      ]}
    >
      {nodes.map((node) => (
        <WideRow key={node.id}>
          <WideHead>
            {node.host} <code className="ml-1 text-muted text-small">{node.id}</code>
          </WideHead>
          <WideCell>
            {node.id === answering.id ? (
              <Status colour="green">{t('nodes.answering')}</Status>
            ) : isSilent(node) ? (
              <Status colour="red">{t('nodes.silent', { minutes: Math.round(node.silent / 60) })}</Status>
            ) : (
              <Status colour="green">{t('nodes.reporting')}</Status>
            )}
          </WideCell>
          <WideCell number>{fullNumber(node.calls)}</WideCell>
          <WideCell number>{byteSize(node.memory)}</WideCell>
          <WideCell>{node.version}</WideCell>
          <WideCell>
            <Time at={node.started_at} />
          </WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}

const GOOD_MS = 50
const FAIR_MS = 250

/** The colour of a delay of the event loop, in milliseconds: every call waits for it. */
const levelOfDelay = (ms: number): TagColour => (ms <= GOOD_MS ? 'green' : ms <= FAIR_MS ? 'amber' : 'red')

/** Nodes report every half minute: longer silence means that one has stopped or is cut off. */
const SILENT_SECONDS = 75

const isSilent = ({ silent }: { silent: number }) => silent > SILENT_SECONDS
