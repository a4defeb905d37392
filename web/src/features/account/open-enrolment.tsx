import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const EnrolDialog = lazy(() => import('./enrol-dialog.tsx'))

/** Opens the dialog that adds an authenticator app; resolves with whether one was added. */
export const openEnrolment = async (): Promise<boolean> =>
  (await openOverlay<boolean>((close) => <EnrolDialog onClose={close} />)) === true
