import { lazy, Suspense } from 'react'
import { useStatus } from '#web/lib/status.ts'
import { enabledMethods, heightOf } from './login-methods.ts'

const MethodButtons = lazy(() => import('./method-buttons.tsx'))

/** The ways to get in without a password, if there are any. Their place is kept free until their code is here. */
export function LoginMethods({ returnTo }: { returnTo?: string | undefined }) {
  const ways = enabledMethods(useStatus())
  if (ways.length === 0) return null
  return (
    <div style={{ minHeight: heightOf(ways) }}>
      <Suspense>
        <MethodButtons ways={ways} returnTo={returnTo} />
      </Suspense>
    </div>
  )
}
