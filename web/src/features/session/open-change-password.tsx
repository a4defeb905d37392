import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay.tsx'

const ChangePassword = lazy(() => import('./change-password.tsx'))

/** Opens the dialog that changes the own password. */
export function openChangePassword() {
  void openOverlay<void>((close) => <ChangePassword onClose={close} />)
}
