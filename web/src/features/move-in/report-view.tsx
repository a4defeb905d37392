import { useTranslation } from 'react-i18next'
import type { ImportRun } from '#contract/api/imports.ts'
import { IMPORT_KIND_WORDS, IMPORT_NOTES, type NoteEffect } from '#contract/import/report.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { useStored } from '#web/lib/storage.ts'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { WideCell, WideHead, WideRow, WideTable } from '../operations/wide-table.tsx'

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
      <WideTable
        label={t('table.title')}
        columns={[
          { name: t('table.kind') },
          { name: t('table.read'), number: true },
          { name: t(dry_run ? 'table.wouldTake' : 'table.taken'), number: true },
          { name: t('table.updated'), number: true },
          { name: t('table.same'), number: true },
          { name: t('table.leftOut'), number: true },
        ]}
      >
        {kinds.map(({ kind, read, taken, updated, same, left_out }) => (
          <WideRow key={kind}>
            <WideHead strong>{IMPORT_KIND_WORDS[kind][language]}</WideHead>
            {[read, taken, updated, same, left_out].map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their order
              <WideCell key={index} number>
                {fullNumber(value)}
              </WideCell>
            ))}
          </WideRow>
        ))}
      </WideTable>
      <Notes report={report} />
      <Unread report={report} />
    </>
  )
}

function Notes({ report: { kinds } }: { report: Report }) {
  const { t } = useTranslation('moveIn')
  const language = useStored('language')
  if (kinds.every(({ notes }) => notes.length === 0)) return null
  return (
    <WideTable
      label={t('notes.title')}
      columns={[
        { name: t('table.kind') },
        { name: t('notes.effect') },
        { name: t('notes.count'), number: true },
        { name: t('notes.what') },
        { name: t('notes.examples') },
      ]}
    >
      {kinds.flatMap(({ kind, notes }) =>
        notes.map(({ code, count, examples }) => {
          const { effect, words } = IMPORT_NOTES[code]
          return (
            <WideRow key={`${kind} ${code}`}>
              <WideHead>{IMPORT_KIND_WORDS[kind][language]}</WideHead>
              <WideCell>
                <Status colour={COLOURS[effect]}>{t(`effect.${effect}`)}</Status>
              </WideCell>
              <WideCell number>{fullNumber(count)}</WideCell>
              <WideCell wrap>{words[language]}</WideCell>
              <WideCell wrap>
                {examples.length > 0 && <span className="text-muted text-small">{examples.join(', ')}</span>}
              </WideCell>
            </WideRow>
          )
        }),
      )}
    </WideTable>
  )
}

function Unread({ report: { unread = [] } }: { report: Report }) {
  const { t } = useTranslation('moveIn')
  if (unread.length === 0) return null
  return (
    <WideTable
      label={t('unread.title')}
      columns={[{ name: t('unread.name') }, { name: t('unread.rows'), number: true }, { name: t('notes.effect') }]}
    >
      {unread.map(({ name, rows, stops }) => (
        <WideRow key={name}>
          <WideHead>{name}</WideHead>
          <WideCell number>{fullNumber(rows)}</WideCell>
          <WideCell>
            <Status colour={stops ? 'red' : 'grey'}>{t(stops ? 'unread.stops' : 'effect.left_out')}</Status>
          </WideCell>
        </WideRow>
      ))}
    </WideTable>
  )
}
