import { useMatches } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'

const FirstRunLine = lazy(async () => {
  const [line] = await Promise.all([import('./first-run-line.tsx'), loadNamespaces('setup', 'snippets')])
  return line
})

/** On every page of a user without a billed call: the next step. Root has the set-up, and the dashboard all steps. */
export function FirstRun() {
  const user = useUser()
  const hasSteps = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/_console/detail') })
  if (!user || user.request_count > 0 || allows('root', user) || hasSteps) return null
  return (
    <Suspense>
      <FirstRunLine />
    </Suspense>
  )
}
