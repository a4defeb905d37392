import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { LoginPage } from '#web/features/entry/login-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { isLoggedIn } from '#web/lib/session.ts'
import { isOwnPath } from '#web/lib/url/own-path.ts'

const SecondStep = lazy(() => import('#web/features/entry/second-step.tsx'))

interface LoginSearch {
  /** The session has expired. */
  expired?: boolean
  /** Path to return to after login. */
  return?: string
  /** The first step is done, and the second is to come. */
  second?: boolean
}

export const Route = createFileRoute('/login')({
  staticData: { page: { name: 'login' } },
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    expired: search.expired === true || undefined,
    return: isOwnPath(search.return) ? search.return : undefined,
    second: search.second === true || undefined,
  }),
  beforeLoad: ({ search }) => {
    // Nothing is left to do here. An expired session is told of before anything else.
    if (isLoggedIn() && !search.expired) throw redirect({ href: search.return ?? '/token', replace: true })
  },
  loader: () => loadNamespaces('login'),
  component: () => {
    const search = Route.useSearch()
    if (search.second) return <SecondStep returnTo={search.return} />
    return <LoginPage expired={search.expired ?? false} returnTo={search.return} />
  },
})
