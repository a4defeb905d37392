import { type ComponentProps, lazy, Suspense } from 'react'
import { canUsePasskeys } from '#web/lib/passkeys.ts'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

/** The login with a passkey, where the browser has passkeys for this site; loaded after the page. */
export function PasskeyEntry(props: ComponentProps<typeof PasskeyButton>) {
  if (!canUsePasskeys()) return null
  return (
    <Suspense fallback={<div className="min-h-10" />}>
      <PasskeyButton {...props} />
    </Suspense>
  )
}
