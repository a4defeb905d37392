import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { Line, MapKind } from '../options/map-lines.ts'

const PasteDialog = lazy(() => import('./paste-dialog.tsx'))

export interface PasteInto {
  label: string
  kind: MapKind
  lines: readonly Line[]
}

/** Opens a dialog to paste many rows. Resolves with the merged table, or null. */
export async function openPaste(into: PasteInto): Promise<readonly Line[] | null> {
  const draw = (close: (lines: readonly Line[] | null) => void) => <PasteDialog {...into} onClose={close} />
  return (await openOverlay(draw)) ?? null
}
