import { Failure } from '../http/failure.ts'
import { relayEndpoint } from './endpoints.ts'
import type { Incoming } from './incoming.ts'
import { bodyOf, readCall } from './read-call.ts'

/**
 * Counts the input of a call without making it: https://platform.claude.com/docs/en/api/messages-count-tokens and
 * https://ai.google.dev/api/tokens. An estimate of our own, which costs nothing; what is billed is what the upstream
 * reports. `path`: where the call itself would go.
 */
export async function countTokens(incoming: Incoming, path: string, maxBytes: number): Promise<number> {
  const endpoint = relayEndpoint(path)
  if (!endpoint) throw new Failure('api_not_implemented')
  return readCall(await bodyOf(incoming, maxBytes), endpoint).inputTokens
}
