import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ImportRun, stopImport } from '#contract/api/imports.ts'
import { IMPORT_KIND_WORDS, IMPORT_NOTES, type ImportKind, type NoteEffect } from '#contract/import/report.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Status } from '#web/ui/status.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { Time } from '#web/ui/time.tsx'
import { importQuery } from './queries.ts'

/** The import that runs, or the outcome and report of the last. */
export function LastRun({ run, running }: { run: ImportRun; running: boolean }) {
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

type Report = NonNullable<ImportRun['report']>

const COLOURS: Record<NoteEffect, TagColour> = { changed: 'blue', left_out: 'orange', notice: 'grey' }

/** What an import took, what it changed and left out, and why. */
function ReportView({ report }: { report: Report }) {
  const { t } = useTranslation('moveIn')
  const language = useStored('language')
  const { program, version, engine, milliseconds, kinds, dry_run, repeated } = report
  return (
    <>
      <p className="text-small">
        {t('recognised', { program, version, engine, duration: formatDuration(milliseconds) })}
        {repeated && ` ${t('repeated')}`}
      </p>
      <PlainTable
        strong
        label={t('table.title')}
        rows={kinds}
        keyOf={({ kind }) => kind}
        columns={[
          { name: t('table.kind'), cell: ({ kind }) => IMPORT_KIND_WORDS[kind][language] },
          { name: t('table.read'), number: true, cell: ({ read }) => fullNumber(read) },
          {
            name: t(dry_run ? 'table.wouldTake' : 'table.taken'),
            number: true,
            cell: ({ taken }) => fullNumber(taken),
          },
          { name: t('table.updated'), number: true, cell: ({ updated }) => fullNumber(updated) },
          { name: t('table.same'), number: true, cell: ({ same }) => fullNumber(same) },
          { name: t('table.leftOut'), number: true, cell: ({ left_out }) => fullNumber(left_out) },
        ]}
      />
      <Notes report={report} />
      <Unread report={report} />
    </>
  )
}

function Notes({ report: { kinds } }: { report: Report }) {
  const { t } = useTranslation('moveIn')
  const language = useStored('language')
  const rows = kinds.flatMap(({ kind, notes }) => notes.map((note) => ({ kind, ...note, ...IMPORT_NOTES[note.code] })))
  if (rows.length === 0) return null
  return (
    <PlainTable
      label={t('notes.title')}
      rows={rows}
      keyOf={({ kind, code }) => `${kind} ${code}`}
      columns={[
        { name: t('table.kind'), cell: ({ kind }) => IMPORT_KIND_WORDS[kind][language] },
        {
          name: t('notes.effect'),
          cell: ({ effect }) => <Status colour={COLOURS[effect]}>{t(`effect.${effect}`)}</Status>,
        },
        { name: t('notes.count'), number: true, cell: ({ count }) => fullNumber(count) },
        { name: t('notes.what'), wrap: true, cell: ({ words }) => words[language] },
        {
          name: t('notes.examples'),
          wrap: true,
          cell: ({ examples }) =>
            examples.length > 0 && <span className="text-muted text-small">{examples.join(', ')}</span>,
        },
      ]}
    />
  )
}

function Unread({ report: { unread = [] } }: { report: Report }) {
  const { t } = useTranslation('moveIn')
  if (unread.length === 0) return null
  return (
    <PlainTable
      label={t('unread.title')}
      rows={unread}
      keyOf={({ name }) => name}
      columns={[
        { name: t('unread.name'), cell: ({ name }) => name },
        { name: t('unread.rows'), number: true, cell: ({ rows }) => fullNumber(rows) },
        {
          name: t('notes.effect'),
          cell: ({ stops }) => (
            <Status colour={stops ? 'red' : 'grey'}>{t(stops ? 'unread.stops' : 'effect.left_out')}</Status>
          ),
        },
      ]}
    />
  )
}
