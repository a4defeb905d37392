import { useTranslation } from 'react-i18next'
import type { NodeHealth } from '#contract/api/nodes.ts'
import { DASH, formatDuration } from '#web/lib/format.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Status } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { WideCell, WideHead, WideRow, WideTable } from './wide-table.tsx'

type Job = NodeHealth['jobs'][number]

/** The jobs of the cluster: when each ran, how long it took, when it runs next, and its error. */
export function JobsTable({ health: { jobs, nodes } }: { health: NodeHealth }) {
  const { t, i18n } = useTranslation('operations')
  if (jobs.length === 0) return <EmptyState title={t('jobs.none')} />
  const hosts = new Map(nodes.map(({ id, host }) => [id, host]))
  // A job of a later version has no name yet.
  const nameOf = (name: string) =>
    i18n.exists(`operations:job.${name}`) ? t(`job.${name}` as 'job.check-books') : name
  return (
    <WideTable
      label={t('jobs.title')}
      columns={[
        { name: t('jobs.name') },
        { name: t('jobs.state') },
        { name: t('jobs.last') },
        { name: t('jobs.duration'), number: true },
        { name: t('jobs.next') },
        { name: t('jobs.node') },
        { name: t('jobs.error') },
      ]}
    >
      {jobs.map((job) => (
        <WideRow key={job.name}>
          <WideHead>
            {nameOf(job.name)} <code className="ml-1 text-muted text-small">{job.name}</code>
          </WideHead>
          <WideCell>
            <JobState job={job} />
          </WideCell>
          <WideCell>{job.last_run > 0 ? <Time at={job.last_run} /> : DASH}</WideCell>
          <WideCell number>{job.last_run > 0 ? formatDuration(job.last_milliseconds) : DASH}</WideCell>
          <WideCell>{job.running ? DASH : <Time at={job.next_run} />}</WideCell>
          <WideCell>{job.last_node ? hosts.get(job.last_node) || job.last_node : DASH}</WideCell>
          <WideCell wrap>{job.last_error && <span className="text-danger text-small">{job.last_error}</span>}</WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}

function JobState({ job }: { job: Job }) {
  const { t } = useTranslation('operations')
  if (job.running) return <Status colour="blue">{t('jobs.running')}</Status>
  if (job.last_error) return <Status colour="red">{t('jobs.failed')}</Status>
  if (job.last_run === 0) return <Status colour="grey">{t('jobs.never')}</Status>
  return <Status colour="green">{t('jobs.good')}</Status>
}
