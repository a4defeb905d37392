import { Suspense } from 'react'
import type { Reply } from '#contract/api/endpoint.ts'
import type { self } from '#contract/api/session.ts'
import { tightestLimit } from '#contract/limits.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'

const LimitsCard = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-card.tsx')
})

/** The limits of the user; nothing where there are none. */
export function OwnLimits({ user }: { user: Pick<Reply<typeof self>, 'limits_now' | 'group_limits_now'> }) {
  const { limits_now = {}, group_limits_now = {} } = user
  if (!tightestLimit(limits_now) && !tightestLimit(group_limits_now)) return null
  return (
    <Suspense>
      <LimitsCard user={limits_now} group={group_limits_now} />
    </Suspense>
  )
}
