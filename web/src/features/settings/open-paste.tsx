import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay.tsx'
import type { Line, MapKind } from './map-lines.ts'

const PasteDialog = lazy(() => import('./paste-dialog.tsx'))

export interface PasteInto {
  label: string
  kind: MapKind
  lines: readonly Line[]
}

/** Asks for many lines at once. Resolves with the table that has them, or null. */
export function openPaste(into: PasteInto): Promise<readonly Line[] | null> {
  return openOverlay((close) => <PasteDialog {...into} onClose={close} />)
}
