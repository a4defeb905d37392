import type { ReactNode } from 'react'
import { openOverlay } from '../overlay/overlay.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { conflictsOf } from './conflicts.ts'

interface Edit<In> {
  /** The values when the form was opened. */
  base: In
  /** The values stored now. */
  now: In
  edited: In
  labels: ReadonlyMap<string, ReactNode>
  words?: Partial<Record<keyof In, (value: unknown) => string>>
}

/** Shows concurrent changes of the same fields, if any, and asks whether to overwrite them. */
export async function askOverwrite<In extends Record<string, unknown>>(edit: Edit<In>) {
  const { base, now, edited, labels, words } = edit
  const conflicts = conflictsOf(base, edited, now)
  if (conflicts.length === 0) return 'unneeded'
  const shown = conflicts.map((each) => ({ ...each, label: labels.get(each.name), words: words?.[each.name] }))
  const yes = await openOverlay<boolean>((close) => <ConflictDialog conflicts={shown} onAnswer={close} />)
  return yes ? 'overwrite' : 'back'
}
