import { lazy, Suspense } from 'react'
import { useStatus } from '#web/lib/status.ts'
import { heightOf, waysOf } from './ways.ts'

const WayButtons = lazy(() => import('./way-buttons.tsx'))

/** The ways to get in without a password, if there are any. Their place is kept free until their code is here. */
export function ThirdParty({ returnTo }: { returnTo?: string | undefined }) {
  const ways = waysOf(useStatus())
  if (ways.length === 0) return null
  return (
    <div style={{ minHeight: heightOf(ways) }}>
      <Suspense>
        <WayButtons ways={ways} returnTo={returnTo} />
      </Suspense>
    </div>
  )
}
