import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/features/session/login-page.tsx'
import { loadNamespaces } from '#web/lib/i18n.ts'

interface LoginSearch {
  /** Came here because the session ended. */
  expired?: boolean
  /** Path to go back to. */
  return?: string
}

export const Route = createFileRoute('/login')({
  staticData: { page: { name: 'login' } },
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    expired: search.expired === true || undefined,
    return: isOwnPath(search.return) ? search.return : undefined,
  }),
  loader: () => loadNamespaces('login'),
  component: () => {
    const search = Route.useSearch()
    return <LoginPage expired={search.expired ?? false} returnTo={search.return ?? '/token'} />
  },
})

/** Only a path of this site: anything else would let a link send people elsewhere after they log in. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login')
}
