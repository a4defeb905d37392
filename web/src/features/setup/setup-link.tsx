import { lazy, Suspense } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'

const SetupProgress = lazy(async () => {
  const [progress] = await Promise.all([import('./setup-progress.tsx'), loadNamespaces('setup')])
  return progress
})

/** In the bar of every page, for root until the set-up is done or hidden: how far it is, and the next step. */
export function SetupLink() {
  if (!allows('root', useUser())) return null
  return (
    <Suspense>
      <SetupProgress />
    </Suspense>
  )
}
