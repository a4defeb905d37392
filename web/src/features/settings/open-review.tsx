import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay.tsx'
import type { Settings } from './settings-context.ts'

const ReviewDialog = lazy(() => import('./review-dialog.tsx'))

/** Shows all changes as old → new. Resolves with whether to save them. */
export function openReview(settings: Settings): Promise<boolean> {
  return openOverlay((close) => <ReviewDialog settings={settings} onClose={close} />)
}
