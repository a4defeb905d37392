import { lazy, Suspense } from 'react'
import { useStatus } from '#web/lib/status.ts'
import { enabledMethods, heightOf } from './login-methods.ts'

const MethodButtons = lazy(() => import('./method-buttons.tsx'))

/** The login methods that are on. Their space is reserved until their code has loaded. */
export function LoginMethods({ returnTo }: { returnTo?: string | undefined }) {
  const methods = enabledMethods(useStatus())
  if (methods.length === 0) return null
  return (
    <div style={{ minHeight: heightOf(methods) }}>
      <Suspense>
        <MethodButtons methods={methods} returnTo={returnTo} />
      </Suspense>
    </div>
  )
}
