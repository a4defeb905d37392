import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import { ChecklistRoom } from './checklist-room.tsx'

const texts = () => loadNamespaces('setup', 'snippets')
const SetupCard = lazy(async () => (await Promise.all([import('./setup-card.tsx'), texts()]))[0])
const StartCard = lazy(async () => (await Promise.all([import('./start-card.tsx'), texts()]))[0])

/** A checklist that loads later than this may shift the content below it. */
const PATIENCE_MS = 3000

interface OnboardingProps {
  /** The content below the checklist. */
  children: ReactNode
  /** Shown in place of the content until the height of the checklist is known, so that the page does not shift. */
  placeholder: ReactNode
}

/** The open steps before the first call: of the whole server for root, of the user's account otherwise. */
export function Onboarding({ children, placeholder }: OnboardingProps) {
  const user = useUser()
  const isRoot = allows('root', user)
  // The state when the page opened: the first call is still shown when it arrives.
  const [isNew] = useState(user?.request_count === 0)
  const wanted = isRoot || isNew
  const [known, setKnown] = useState(() => !wanted || getStored('checklist-room') > 0)
  useEffect(() => {
    const timer = setTimeout(setKnown, PATIENCE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  const Card = isRoot ? SetupCard : StartCard
  return (
    <>
      {wanted && (
        <Suspense fallback={<ChecklistRoom />}>
          <Card onKnown={setKnown} />
        </Suspense>
      )}
      {known ? children : placeholder}
    </>
  )
}
