import { IMPORT_KIND_WORDS, IMPORT_NOTES, type ImportReport, type NoteEffect } from '#contract/import/report.ts'

const EFFECTS: Record<NoteEffect, string> = { changed: 'changed', left_out: 'left out', notice: 'notice' }
const WIDTH = 9

/** A report as the command prints it. */
export function reportText(report: ImportReport): string {
  const { program, version, engine, dry_run, repeated, milliseconds, kinds, unread } = report
  const title = `${program} ${version} (${engine}), ${(milliseconds / 1000).toFixed(1)} s`
  const lines = [dry_run ? `Dry run, nothing was written: ${title}` : `Imported: ${title}`]
  if (repeated) lines.push('Rows of an earlier run were found: only what is new or has changed since is taken.')
  const head = ['read', dry_run ? 'would take' : 'taken', 'updated', 'as before', 'left out']
  const column = (text: string | number) => String(text).padStart(WIDTH + 2)
  lines.push('', ''.padEnd(24) + head.map(column).join(''))
  for (const { kind, read, taken, updated, same, left_out } of kinds) {
    lines.push(IMPORT_KIND_WORDS[kind].en.padEnd(24) + [read, taken, updated, same, left_out].map(column).join(''))
  }
  for (const { kind, notes } of kinds) {
    if (notes.length === 0) continue
    lines.push('', `${IMPORT_KIND_WORDS[kind].en}:`)
    for (const { code, count, examples } of notes) {
      const { effect, words } = IMPORT_NOTES[code]
      const more = examples.length > 0 ? ` [${examples.join(', ')}${count > examples.length ? ', …' : ''}]` : ''
      lines.push(`  ${EFFECTS[effect].padEnd(WIDTH)} ${count} × ${words.en}${more}`)
    }
  }
  if (unread.length > 0) lines.push('', 'Not read, though it holds something:')
  for (const { name, rows, stops } of unread) {
    lines.push(
      `  ${name}: ${rows} rows${stops ? `, which may be money or rights: --ignore ${name} goes on without it` : ''}`,
    )
  }
  return lines.join('\n')
}
