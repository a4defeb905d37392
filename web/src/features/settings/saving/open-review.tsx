import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { Settings } from '../drafts/settings-context.ts'

const ReviewDialog = lazy(() => import('./review-dialog.tsx'))

/** Shows all changes as old → new. Resolves with whether to save them. */
export async function openReview(settings: Settings): Promise<boolean> {
  const answer = await openOverlay<boolean>((close) => <ReviewDialog settings={settings} onClose={close} />)
  return answer === true
}
