import { useTranslation } from 'react-i18next'
import type { ImportRun } from '#contract/api/imports.ts'
import { IMPORT_KIND_WORDS, IMPORT_NOTES, type NoteEffect } from '#contract/import/report.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Status } from '#web/ui/status.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'

type Report = NonNullable<ImportRun['report']>

const COLOURS: Record<NoteEffect, TagColour> = { changed: 'blue', left_out: 'orange', notice: 'grey' }

/** What an import took, what it changed and left out, and why. */
export function ReportView({ report }: { report: Report }) {
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
