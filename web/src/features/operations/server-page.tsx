import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NodeHealth } from '#contract/api/nodes.ts'
import { DASH, formatDuration, fullNumber } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { Time } from '#web/ui/time.tsx'
import { byteSize } from './byte-size.ts'
import { Estimates } from './estimates-table.tsx'
import { nodeHealthQuery } from './queries.ts'

/** Shows how the server is: the node that answers, what it depends on, its jobs, and the other nodes. */
export function ServerPage() {
  const { t } = useTranslation('operations')
  const health = useQuery(nodeHealthQuery)
  const node = health.data?.node
  // A blank keeps the line's place until the node is known.
  const answering = node ? (
    <>
      {t('server.answering', { node: node.id, host: node.host, version: node.version })} · {t('server.started')}{' '}
      <Time at={node.started_at} />
    </>
  ) : (
    '\u00a0'
  )
  return (
    <Page title={t('server.title')} hint={answering}>
      <Loaded query={health} skeleton="h-96">
        {(loaded) => (
          <>
            <Facts health={loaded} />
            <h2 className="mt-2 text-lead">{t('jobs.title')}</h2>
            <JobsTable health={loaded} />
            <h2 className="mt-2 text-lead">{t('nodes.title')}</h2>
            <NodesTable health={loaded} />
            <Estimates />
          </>
        )}
      </Loaded>
    </Page>
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
  const stateOf = (node: NodeHealth['nodes'][number]) =>
    node.id !== answering.id && isSilent(node) ? (
      <Status colour="red">{t('nodes.silent', { minutes: Math.round(node.silent / 60) })}</Status>
    ) : (
      <Status colour="green">{t(node.id === answering.id ? 'nodes.answering' : 'nodes.reporting')}</Status>
    )
  return (
    <PlainTable
      label={t('nodes.title')}
      rows={nodes}
      keyOf={({ id }) => id}
      columns={[
        { name: t('nodes.node'), cell: ({ host, id }) => <Coded name={host} code={id} /> },
        { name: t('nodes.state'), cell: stateOf },
        { name: t('nodes.calls'), number: true, cell: ({ calls }) => fullNumber(calls) },
        { name: t('nodes.memory'), number: true, cell: ({ memory }) => byteSize(memory) },
        { name: t('nodes.version'), cell: ({ version }) => version },
        { name: t('nodes.started'), cell: ({ started_at }) => <Time at={started_at} /> },
      ]}
    />
  )
}

/** A name, and how programs call the same. */
const Coded = ({ name, code }: { name: string; code: string }) => (
  <>
    {name} <code className="ml-1 text-muted text-small">{code}</code>
  </>
)

const GOOD_MS = 50
const FAIR_MS = 250

/** The colour of a delay of the event loop, in milliseconds: every call waits for it. */
const levelOfDelay = (ms: number): TagColour => (ms <= GOOD_MS ? 'green' : ms <= FAIR_MS ? 'amber' : 'red')

/** Nodes report every half minute: longer silence means that one has stopped or is cut off. */
const SILENT_SECONDS = 75

const isSilent = ({ silent }: { silent: number }) => silent > SILENT_SECONDS

type Job = NodeHealth['jobs'][number]

/** The jobs of the cluster: when each ran, how long it took, when it runs next, and its error. */
function JobsTable({ health: { jobs, nodes } }: { health: NodeHealth }) {
  const { t, i18n } = useTranslation('operations')
  if (jobs.length === 0) return <EmptyState title={t('jobs.none')} />
  const hosts = new Map(nodes.map(({ id, host }) => [id, host]))
  // A job of a later version has no name yet.
  const nameOf = (name: string) =>
    i18n.exists(`operations:job.${name}`) ? t(`job.${name}` as 'job.check-books') : name
  return (
    <PlainTable
      label={t('jobs.title')}
      rows={jobs}
      keyOf={({ name }) => name}
      columns={[
        { name: t('jobs.name'), cell: ({ name }) => <span title={name}>{nameOf(name)}</span> },
        { name: t('jobs.state'), cell: (job) => <JobState job={job} /> },
        { name: t('jobs.last'), cell: ({ last_run }) => (last_run > 0 ? <Time at={last_run} /> : DASH) },
        {
          name: t('jobs.duration'),
          number: true,
          cell: (job) => (job.last_run > 0 ? formatDuration(job.last_milliseconds) : DASH),
        },
        { name: t('jobs.next'), cell: ({ running, next_run }) => (running ? DASH : <Time at={next_run} />) },
        { name: t('jobs.node'), cell: ({ last_node }) => (last_node ? hosts.get(last_node) || last_node : DASH) },
        {
          name: t('jobs.error'),
          wrap: true,
          cell: ({ last_error }) => last_error && <span className="text-danger text-small">{last_error}</span>,
        },
      ]}
    />
  )
}

function JobState({ job }: { job: Job }) {
  const { t } = useTranslation('operations')
  if (job.running) return <Status colour="blue">{t('jobs.running')}</Status>
  if (job.last_error) return <Status colour="red">{t('jobs.failed')}</Status>
  if (job.last_run === 0) return <Status colour="grey">{t('jobs.never')}</Status>
  return <Status colour="green">{t('jobs.good')}</Status>
}
