import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import type { User } from '#contract/api/users.ts'
import { setUser } from '#web/lib/session.ts'
import { setStored } from '#web/lib/storage.ts'
import { toast } from '#web/ui/toast/toast.tsx'

/** Runs after a login: clears the previous user's data, consumes the invite code, and opens the requested page. */
export function useEntered() {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return (user: User, path: string, { replace = false, message = i18next.t('login:success') } = {}) => {
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'status' })
    setUser(user)
    setStored('aff', '')
    toast.success(message)
    if (replace) history.replace(path)
    else history.push(path)
  }
}
