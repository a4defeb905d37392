import { lazy, Suspense, useState } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { ChecklistRoom } from './checklist-room.tsx'

const texts = () => loadNamespaces('setup', 'snippets')
const SetupCard = lazy(async () => (await Promise.all([import('./setup-card.tsx'), texts()]))[0])
const StartCard = lazy(async () => (await Promise.all([import('./start-card.tsx'), texts()]))[0])

/** What is left to do before the first call: of the whole server for root, of one's own otherwise. */
export function Onboarding() {
  const user = useUser()
  const isRoot = allows('root', user)
  // As last seen when the page opens: the first call is still shown there when it comes.
  const [isNew] = useState(user?.request_count === 0)
  if (!isRoot && !isNew) return null
  return <Suspense fallback={<ChecklistRoom />}>{isRoot ? <SetupCard /> : <StartCard />}</Suspense>
}
