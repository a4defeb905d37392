import { lazy } from 'react'
import type { User } from '#contract/api/users.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const NameDialog = lazy(() => import('./name-dialog.tsx'))

/** Opens the dialog that changes the user's names. */
export function openProfile(user: User) {
  void openOverlay<void>((close) => <NameDialog user={user} onClose={close} />)
}
