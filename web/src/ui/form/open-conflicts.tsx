import { lazy, type ReactNode } from 'react'
import { openOverlay } from '../overlay.tsx'
import type { Conflict } from './conflicts.ts'

const ConflictDialog = lazy(() => import('./conflict-dialog.tsx'))

/** A conflict with what stands before its field, and the words for values that are not shown as they are stored. */
export interface ShownConflict extends Conflict {
  label: ReactNode
  words?: (value: unknown) => string
}

/** Shows what somebody else changed meanwhile. Resolves with whether to overwrite it. */
export const openConflicts = (conflicts: readonly ShownConflict[]): Promise<boolean> =>
  openOverlay((close) => <ConflictDialog conflicts={conflicts} onAnswer={close} />)
