import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Scale from 'lucide-react/icons/scale'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/api/endpoint.ts'
import {
  type Difference,
  repairWatchdog,
  startWatchdog,
  type WatchdogReport,
  type watchdogState,
} from '#contract/api/watchdog.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { isQuota, isRepairable, pageOfSubject, wrongChecks } from './findings.ts'
import { booksQuery } from './queries.ts'

type State = Reply<typeof watchdogState>

/** Shows whether all sums of money agree, and what to do where they do not. */
export function BooksPage() {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const books = useQuery(booksQuery)
  const check = useMutation({
    mutationFn: () => call(startWatchdog, {}),
    onSuccess: () => refresh(client, { queryKey: booksQuery.queryKey }),
  })
  const isRunning = check.isPending || books.data?.running !== undefined
  const start = (
    <Button icon={<RefreshCw size={16} aria-hidden />} loading={isRunning} onClick={() => check.mutate()}>
      {t('books.check')}
    </Button>
  )
  return (
    <Page title={t('books.title')} hint={t('books.hint')} action={start}>
      <Loaded query={books}>
        {(state) => (
          <>
            <StateLine state={state} />
            {state.report ? <Report report={state.report} /> : !state.running && <NoReport />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Report({ report }: { report: WatchdogReport }) {
  const { t } = useTranslation('operations')
  const wrong = wrongChecks(report)
  return (
    <>
      <Banner tone={wrong.length === 0 ? 'success' : 'danger'}>
        {wrong.length === 0
          ? t('books.agree')
          : t('books.disagree', { checks: wrong.map((name) => t(`check.${name}.name`)).join(t('books.and')) })}
      </Banner>
      <SumsTable report={report} />
      {report.differences.length > 0 && <FindingsCard report={report} />}
    </>
  )
}

function NoReport() {
  const { t } = useTranslation('operations')
  return (
    <EmptyState icon={<Scale aria-hidden className="size-8" />} title={t('books.none')} hint={t('books.noneHint')} />
  )
}

/** When the report was made and by which node, or how far a check is. One line, so that the page keeps its place. */
function StateLine({ state: { running, report, checked_by = '', node } }: { state: State }) {
  const { t } = useTranslation('operations')
  if (running) {
    const { looked_at, about, check } = running
    const share = about > 0 ? Math.min(1, looked_at / about) : undefined
    return (
      <p role="status" className="flex min-h-5 flex-wrap items-center gap-x-2 text-muted text-small">
        {t(about > 0 ? 'books.runningOf' : 'books.running', {
          check: t(`check.${check}.name`),
          done: fullNumber(looked_at),
          about: fullNumber(about),
        })}
        {share !== undefined && (
          <span aria-hidden className="h-1 w-32 overflow-hidden rounded-full bg-hover">
            <span className="block h-full bg-primary" style={{ width: `${share * 100}%` }} />
          </span>
        )}
      </p>
    )
  }
  if (!report) return null
  return (
    <p className="min-h-5 text-muted text-small">
      {t('books.last')} <Time at={report.started_at} /> ·{' '}
      {t('books.took', { duration: formatDuration(report.milliseconds) })} ·{' '}
      {t(report.complete ? 'books.whole' : 'books.recent')} ·{' '}
      {checked_by === node ? t('books.here', { node }) : t('books.elsewhere', { node: checked_by })}
    </p>
  )
}

/** What must agree: each sum with its two sides and their difference. */
function SumsTable({ report }: { report: WatchdogReport }) {
  const { t } = useTranslation('operations')
  return (
    <PlainTable
      strong
      label={t('sums.title')}
      rows={report.checks}
      keyOf={({ name }) => name}
      columns={[
        { name: t('sums.check'), cell: ({ name }) => t(`check.${name}.name`) },
        { name: t('sums.state'), cell: (check) => <CheckState check={check} /> },
        {
          name: t('sums.rule'),
          wrap: true,
          cell: ({ name }) => <span className="text-muted text-small">{t(`check.${name}.rule`)}</span>,
        },
        { name: t('sums.lookedAt'), number: true, cell: ({ looked_at }) => fullNumber(looked_at) },
        { name: t('sums.expected'), number: true, cell: ({ expected }) => <Money quota={expected} digits={6} /> },
        { name: t('sums.found'), number: true, cell: ({ found }) => <Money quota={found} digits={6} /> },
        {
          name: t('sums.difference'),
          number: true,
          cell: ({ found, expected }) => (found === expected ? '0' : <Money quota={found - expected} digits={6} />),
        },
      ]}
    />
  )
}

function CheckState({ check: { looked_at, wrong } }: { check: WatchdogReport['checks'][number] }) {
  const { t } = useTranslation('operations')
  if (wrong > 0) return <Status colour="red">{t('sums.wrong', { count: wrong })}</Status>
  if (looked_at === 0) return <Status colour="grey">{t('sums.empty')}</Status>
  return <Status colour="green">{t('sums.right')}</Status>
}

const SHOWN = 100

/** What is wrong, and what to do about it. */
function FindingsCard({ report }: { report: WatchdogReport }) {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const repair = useMutation({
    mutationFn: () => call(repairWatchdog, {}),
    onSuccess: ({ changes }) => {
      void refresh(client, { queryKey: booksQuery.queryKey })
      toast.success(t('repair.done', { count: changes.length }))
    },
  })
  const ask = async () => {
    const question = { title: t('repair.ask'), description: t('repair.text'), action: t('repair.action') }
    if (await confirm(question)) repair.mutate()
  }
  const wrong = wrongChecks(report)
  const { differences } = report
  return (
    <>
      <section className="surface flex flex-col gap-2 px-4 py-3">
        <h2 className="text-lead">{t('findings.todo')}</h2>
        <ul className="flex flex-col gap-1.5">
          {wrong.map((name) => (
            <li key={name}>
              <strong>{t(`check.${name}.name`)}</strong>: {t(`check.${name}.todo`)}
            </li>
          ))}
        </ul>
        {wrong.some(isRepairable) && (
          <Button className="self-start" loading={repair.isPending} onClick={ask}>
            {t('repair.action')}
          </Button>
        )}
      </section>
      <PlainTable
        label={t('findings.title')}
        rows={differences.slice(0, SHOWN)}
        keyOf={({ check, subject, field }) => `${check} ${subject} ${field}`}
        columns={[
          { name: t('sums.check'), cell: ({ check }) => t(`check.${check}.name`) },
          { name: t('findings.subject'), wrap: true, cell: ({ subject }) => <Subject subject={subject} /> },
          { name: t('findings.field'), cell: ({ field }) => <code>{field}</code> },
          { name: t('sums.expected'), number: true, cell: (of) => <Value of={of} value={of.expected} /> },
          { name: t('sums.found'), number: true, cell: (of) => <Value of={of} value={of.found} /> },
          { name: t('sums.difference'), number: true, cell: (of) => <Value of={of} value={of.found - of.expected} /> },
        ]}
      />
      {differences.length > SHOWN && (
        <p className="text-muted text-small">{t('findings.more', { count: differences.length - SHOWN })}</p>
      )}
    </>
  )
}

function Value({ of, value }: { of: Difference; value: number }) {
  return isQuota(of) ? <Money quota={value} digits={6} /> : fullNumber(value)
}

function Subject({ subject }: { subject: string }) {
  const page = pageOfSubject(subject)
  const look = 'text-primary hover:underline'
  if (page?.kind === 'log') {
    return (
      <Link to="/log" search={{ row: page.id }} className={look}>
        {subject}
      </Link>
    )
  }
  if (!page) return <>{subject}</>
  return (
    <Link to={page.kind === 'user' ? '/user/$id' : '/channel/$id'} params={{ id: page.id }} className={look}>
      {subject}
    </Link>
  )
}
