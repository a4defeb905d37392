import { useQuery } from '@tanstack/react-query'
import { exampleToken } from '#web/features/tokens/example-token.ts'
import { newestTokensQuery } from '#web/features/tokens/token-list.ts'
import { fullKey } from '#web/lib/api-key.ts'
import { useUser } from '#web/lib/session.ts'

/** Returns a key of the user for examples with a model; undefined = a visitor, or no key works. */
export function useOwnKey(model?: string): string | undefined {
  const { data } = useQuery({ ...newestTokensQuery, enabled: useUser() !== null })
  const token = data && exampleToken(data.data, model)
  return token && fullKey(token.key)
}
