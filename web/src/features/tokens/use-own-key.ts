import { useQuery } from '@tanstack/react-query'
import { newestTokenQuery } from '#web/features/tokens/token-list.ts'
import { fullKey } from '#web/lib/api-key.ts'
import { useUser } from '#web/lib/session.ts'

/** Returns the newest key of the user for examples; undefined = a visitor, or there is none. */
export function useOwnKey(): string | undefined {
  const { data: token } = useQuery({ ...newestTokenQuery, enabled: useUser() !== null })
  return token ? fullKey(token.key) : undefined
}
