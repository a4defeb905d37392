import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { DraftStore } from './price-drafts.ts'
import type { PriceRow } from './price-rows.ts'

const SheetDialog = lazy(() => import('./sheet-dialog.tsx'))

export interface SheetInto {
  rows: readonly PriceRow[]
  store: DraftStore
}

/** Opens a dialog to paste prices from a sheet. */
export const openSheet = (into: SheetInto) => openOverlay<void>((close) => <SheetDialog {...into} onClose={close} />)
