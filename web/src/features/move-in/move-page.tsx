import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportRun, stopImport } from '#contract/api/imports.ts'
import { IMPORT_KIND_WORDS, type ImportKind } from '#contract/import/report.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'
import { importQuery } from './queries.ts'
import { ReportView } from './report-view.tsx'

const SourceCard = lazyPart(() => import('./source-card.tsx'))

/** Moves in from another program: choose its database, look at what would be taken, start, and read the report. */
export function MovePage() {
  const { t } = useTranslation('moveIn')
  const { data, error, refetch } = useQuery(importQuery)
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <Link to="/server" className="inline-flex items-center gap-1 self-start text-muted text-small hover:text-text">
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Link>
      <header>
        <h1 className="text-title">{t('title')}</h1>
        <p className="max-w-prose text-muted text-small">{t('hint')}</p>
      </header>
      {data && error && <RefreshFailure error={error} onRetry={refetch} />}
      {data ? (
        <>
          <Suspense fallback={<Skeleton className="h-60" />}>
            <SourceCard running={data.running} last={data.last} />
          </Suspense>
          {data.last && <LastRun run={data.last} running={data.running} />}
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  )
}

function LastRun({ run, running }: { run: ImportRun; running: boolean }) {
  const { t } = useTranslation('moveIn')
  if (running) return <Running run={run} />
  const what = t(run.dry_run ? 'dryRun' : 'import')
  return (
    <>
      {run.outcome === 'done' ? (
        <Banner tone="success">{t(run.dry_run ? 'dryDone' : 'done')}</Banner>
      ) : run.outcome === 'failed' ? (
        <Banner tone="danger" role="alert">
          {t('failed', { error: run.error })}
        </Banner>
      ) : (
        <Banner tone="warning">{t('stopped')}</Banner>
      )}
      <p className="text-muted text-small">
        {what} · <Time at={run.started_at} /> · {run.actor_name} · {run.address || t('uploaded')}
      </p>
      {run.report && <ReportView report={run.report} />}
    </>
  )
}

function Running({ run }: { run: ImportRun }) {
  const { t } = useTranslation('moveIn')
  const language = useStored('language')
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(stopImport, {}),
    onSuccess: () => refresh(client, { queryKey: importQuery.queryKey }),
  })
  const kind = IMPORT_KIND_WORDS[run.step as ImportKind]?.[language] ?? t('begins')
  return (
    <section aria-label={t('running')} className="surface flex flex-wrap items-center gap-3 px-4 py-3">
      <p role="status" className="min-w-0 flex-1">
        {t(run.dry_run ? 'dryRunning' : 'importing')}{' '}
        <span className="text-muted tabular-nums">{t('rows', { kind, read: fullNumber(run.read) })}</span>
      </p>
      <Button loading={stop.isPending} onClick={() => stop.mutate()}>
        {t('stop')}
      </Button>
    </section>
  )
}
