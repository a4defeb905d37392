import { lazy } from 'react'
import { openOverlay } from '#web/ui/overlay.tsx'

const ChangePassword = lazy(async () => (await import('#web/behind-login.ts')).overlays.changePassword())

/** Opens the dialog that changes the own password. */
export function openChangePassword() {
  void openOverlay<void>((close) => <ChangePassword onClose={close} />)
}
