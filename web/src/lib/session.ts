import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Access } from '#contract/api/endpoint.ts'
import { logout, self } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { call } from './api.ts'
import { withoutExpired } from './own-path.ts'
import { setStored, useStored } from './storage.ts'

/** The logged-in user as last seen, or null. The server decides anew on every call; this only shapes what is shown. */
export function useUser(): User | null {
  return useStored('user')
}

/** Whether the logged-in user is an administrator. */
export function useIsAdmin() {
  return allows('admin', useUser())
}

/** Whether a user may open what needs `access`. */
export function allows(access: Access, user: User | null) {
  if (access === 'public') return true
  return (user?.role ?? ROLE.guest) >= ROLE[access]
}

let isExpired = false

/** Remembers who is logged in; null forgets. */
export function setUser(user: User | null) {
  isExpired = false
  setStored('user', user)
  if (!user) setStored('default-password', false)
}

/** Forgets the user because the server no longer knows the session. */
export function expireSession() {
  setUser(null)
  isExpired = true
}

/** What the login page is told about why one came there from `href`, a path of this site. */
export function loginSearch(href: string) {
  const { isTold, path } = withoutExpired(href)
  return { expired: isExpired || isTold || undefined, return: path }
}

/** The logged-in user afresh, with balance; also corrects what is remembered. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ signal }) => {
    const user = await call(self, {}, signal)
    setUser(user)
    return user
  },
  staleTime: 30_000,
})

/** Ends the session here and on the server, and goes to the login page. Resolves when that is done. */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // What is still under way would be refused, and taken for a session that has ended by itself.
    await queryClient.cancelQueries()
    await call(logout, {})
    await navigate({ to: '/login' })
    setUser(null)
    setStored('recent', null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
  }
}
