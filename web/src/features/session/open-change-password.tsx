import { lazy } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const ChangePassword = lazy(async () => {
  const [{ overlays }] = await Promise.all([import('#web/console-parts.ts'), loadNamespaces('password')])
  return overlays.changePassword()
})

/** Opens the dialog that changes the user's password. */
export function openChangePassword() {
  void openOverlay<void>((close) => <ChangePassword onClose={close} />)
}
