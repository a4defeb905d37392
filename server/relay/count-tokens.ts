import { Failure } from '../http/failure.ts'
import type { RelayDeps } from './deps.ts'
import { relayEndpoint } from './endpoints.ts'
import type { Incoming } from './incoming.ts'
import { bodyOf, readCall } from './read-call.ts'

/**
 * Counts the input of a call without making it: https://platform.claude.com/docs/en/api/messages-count-tokens and
 * https://ai.google.dev/api/tokens. An estimate of our own, which costs nothing; what is billed is what the upstream
 * reports. `path`: where the call itself would go.
 */
export async function countTokens(
  incoming: Incoming,
  path: string,
  userId: number,
  deps: Pick<RelayDeps, 'bodies' | 'services'>,
): Promise<number> {
  const endpoint = relayEndpoint(path)
  if (!endpoint) throw new Failure('api_not_implemented')
  try {
    return readCall(await bodyOf(incoming, userId, deps), endpoint).inputTokens
  } finally {
    incoming.place?.leave()
  }
}
