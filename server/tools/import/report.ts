import { IMPORT_KINDS, type ImportKind, type ImportKindReport, type ImportNoteCode } from '#contract/import/report.ts'

const MAX_EXAMPLES = 5
const MAX_EXAMPLE_LENGTH = 80

/** Something to be said of a row: what, and the name of what it concerns. */
export interface Remark {
  code: ImportNoteCode
  about: string
}

export const remark = (code: ImportNoteCode, about: string | number): Remark => ({ code, about: String(about) })

export type Outcome = 'taken' | 'updated' | 'same' | 'left_out'

/** Counts what an import does. */
export interface Tally {
  count(kind: ImportKind, outcome: Outcome, rows?: number): void
  note(kind: ImportKind, remarks: readonly Remark[], rows?: number): void
  /** Rows read so far, of all kinds. */
  readonly read: number
  report(): ImportKindReport[]
}

export function createTally(): Tally {
  const kinds = new Map<ImportKind, ImportKindReport>(
    IMPORT_KINDS.map((kind) => [kind, { kind, read: 0, taken: 0, updated: 0, same: 0, left_out: 0, notes: [] }]),
  )
  const of = (kind: ImportKind) => kinds.get(kind) as ImportKindReport
  return {
    count(kind, outcome, rows = 1) {
      const report = of(kind)
      report.read += rows
      report[outcome] += rows
    },
    note(kind, remarks, rows = 1) {
      const { notes } = of(kind)
      for (const { code, about } of remarks) {
        const known = notes.find((one) => one.code === code)
        const note = known ?? { code, count: 0, examples: [] }
        if (!known) notes.push(note)
        note.count += rows
        if (about && note.examples.length < MAX_EXAMPLES) note.examples.push(about.slice(0, MAX_EXAMPLE_LENGTH))
      }
    },
    get read() {
      return [...kinds.values()].reduce((sum, { read }) => sum + read, 0)
    },
    report: () => [...kinds.values()],
  }
}
