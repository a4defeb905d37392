import { lazy } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { Changed } from './price-rows.ts'

const PreviewDialog = lazy(async () => {
  await loadNamespaces('pricing')
  return import('./preview-dialog.tsx')
})

export interface Previewed {
  changed: readonly Changed[]
  /** Group ratios. */
  ratios: Readonly<Record<string, number>>
}

/** Shows what the changes mean for whom. Resolves with whether to save them. */
export async function openPreview(previewed: Previewed): Promise<boolean> {
  const draw = (close: (save: boolean) => void) => <PreviewDialog {...previewed} onClose={close} />
  return (await openOverlay(draw)) === true
}
