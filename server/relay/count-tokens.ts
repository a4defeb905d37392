import { Failure } from '../http/failure.ts'
import { relayEndpoint } from './endpoints.ts'
import type { Incoming } from './incoming.ts'
import { bodyOf, readCall } from './read-call.ts'

/**
 * `POST /v1/messages/count_tokens` of Anthropic's API, by an estimate of our own: it costs nothing, and what is billed is
 * what the upstream reports. https://platform.claude.com/docs/en/api/messages-count-tokens
 */
export async function countTokens(incoming: Incoming, maxBytes: number): Promise<{ input_tokens: number }> {
  const endpoint = relayEndpoint('/v1/messages')
  if (!endpoint) throw new Failure('internal_error')
  const { inputTokens } = readCall(await bodyOf(incoming, maxBytes), endpoint)
  return { input_tokens: inputTokens }
}
