import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const EnrolDialog = lazy(() => import('./enrol-dialog.tsx'))
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))

/** Opens the dialog that adds an authenticator app; resolves with whether one was added. */
export const openEnrolment = async (): Promise<boolean> =>
  (await openOverlay<boolean>((close) => <EnrolDialog onClose={close} />)) === true

/** Opens the dialog that adds a passkey; resolves with whether one was added. */
export const openPasskeyDialog = async (): Promise<boolean> =>
  (await openOverlay<boolean>((close) => <PasskeyDialog onClose={close} />)) === true
