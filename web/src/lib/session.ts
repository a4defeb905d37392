import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Access } from '#contract/api/endpoint.ts'
import { logout, self } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { call } from './api.ts'
import { getStored, setStored, useStored } from './storage.ts'
import { withoutExpired } from './url/own-path.ts'

/** The last known logged-in user, or null. For display only; the server authorises every call. */
export function useUser(): User | null {
  return useStored('user')
}

/** What all prices of the logged-in user are multiplied by; 1 = none. */
export const useUserRatio = () => useUser()?.user_ratio ?? 1

/** Whether the logged-in user is an administrator. */
export function useIsAdmin() {
  return allows('admin', useUser())
}

/** Whether a user has the role for `access`. */
export function allows(access: Access, user: User | null) {
  if (access === 'public') return true
  return (user?.role ?? ROLE.guest) >= ROLE[access]
}

let isExpired = false
/** The session has ended, and the page that shows its user is being left. */
let isLeaving = false

/** Whether somebody is logged in, so that the pages of visitors have nothing for them. */
export const isLoggedIn = () => getStored('user') !== null && !isLeaving

/** Stores the logged-in user; null clears it. */
export function setUser(user: User | null) {
  isExpired = false
  setStored('user', user)
  if (!user) setStored('default-password', false)
}

/** Clears the user after the server has rejected the session. */
export function expireSession() {
  setUser(null)
  isExpired = true
}

/** Search parameters of the login page after a redirect from `href`, a path of this site. */
export function loginSearch(href: string) {
  const { isTold, path } = withoutExpired(href)
  return { expired: isExpired || isTold || undefined, return: path }
}

/** Loads the logged-in user with balance, and updates the stored user. */
export const selfQuery = queryOptions({
  queryKey: ['self'],
  queryFn: async ({ signal }) => {
    const user = await call(self, {}, signal)
    setUser(user)
    return user
  },
  staleTime: 30_000,
})

/** Logs out here and on the server, then opens the login page. Resolves when that is done. */
export function useLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Requests in flight would be refused and treated as an expired session.
    await queryClient.cancelQueries()
    await call(logout, {})
    isLeaving = true
    await navigate({ to: '/login' })
    isLeaving = false
    setUser(null)
    setStored('recent', null)
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
  }
}
