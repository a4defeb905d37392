import { fieldValue, scanFields } from '../../body/scan-fields.ts'
import { relayEndpoint } from '../../endpoints/endpoints.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Incoming } from '../../http1/shared/request.ts'
import type { ConvertedCall } from '../../upstream/converted-call.ts'
import type { RelayDeps } from '../deps.ts'
import { type Caller, groupOf } from '../entry/admit.ts'
import { countCall } from '../entry/call-rate.ts'
import { checkModel } from '../entry/model-access.ts'
import { forwardedHeaders } from '../request/forwarded-headers.ts'
import { bodyOf, type RequestFacts, readCall } from '../request/read-call.ts'
import { candidates } from '../routing/candidates.ts'
import { countAt } from './channel-count.ts'
import { toolPromptTokens } from './tool-prompt.ts'

/** So many channels are asked: a caller who counts does not wait for more. */
const MOST_ASKED = 2

/**
 * Counts the input of a call without making it, by asking a channel whose vendor counts, else by an estimate. Free, but
 * limited as calls are: https://platform.claude.com/docs/en/api/messages-count-tokens, https://ai.google.dev/api/tokens,
 * https://platform.openai.com/docs/api-reference/responses/input-tokens. `path`: where the call itself would go.
 */
export async function countTokens(incoming: Incoming, path: string, caller: Caller, deps: RelayDeps): Promise<number> {
  const endpoint = relayEndpoint(path)
  if (!endpoint) throw new Failure('api_not_implemented')
  try {
    const body = await bodyOf(incoming, caller.user.id, deps)
    await countCall(caller, deps.services)
    const facts = readCall(endpoint.format === 'gemini' ? unwrapped(body) : body, endpoint)
    checkModel(caller, facts.model)
    const call = { ...callOf(facts), endpoint, forwarded: forwardedHeaders(incoming, endpoint) }
    for (const channel of channelsFor(call, caller, deps)) {
      const counted = await countAt(channel, call)
      if (counted !== undefined) return counted
    }
    return facts.inputTokens + toolPromptTokens(facts)
  } finally {
    incoming.reservation?.release()
  }
}

const callOf = ({ body, model, inputTokens }: RequestFacts): Omit<ConvertedCall, 'endpoint'> => ({
  id: '',
  model,
  body,
  inputTokens,
  stream: false,
  usageWanted: false,
  startedAt: Date.now(),
  conversation: undefined,
})

/** The channels that are asked; none where nobody offers the model now: an estimate needs no channel. */
function channelsFor({ model, endpoint }: ConvertedCall, { user, token, pinnedChannel }: Caller, deps: RelayDeps) {
  const group = groupOf(user, token, deps.services.options.values)
  try {
    return candidates({ group, model, pinnedChannel, endpoint }, deps).slice(0, MOST_ASKED)
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

/** Google's request to count may hold the whole request that would be made. */
function unwrapped(body: Buffer): Buffer {
  try {
    const fields = scanFields(body)
    const inner = ['generateContentRequest', 'generate_content_request'].find((name) => fields.spans.has(name))
    const span = inner && fields.spans.get(inner)
    if (!inner || !span || typeof fieldValue(body, fields, inner) !== 'object') return body
    return body.subarray(span.start, span.end)
  } catch {
    // It is refused with its reason when it is read.
    return body
  }
}
