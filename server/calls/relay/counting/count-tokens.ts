import { fieldValue, scanFields } from '../../../formats/body/scan-fields.ts'
import { type RelayEndpoint, relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'
import type { Admission } from '../../limits/admission.ts'
import type { ConvertedCall } from '../../upstream/converted-call.ts'
import type { Caller } from '../admit/admit.ts'
import { readCallHeaders } from '../admit/call-headers.ts'
import { countInLimits } from '../admit/count-in-limits.ts'
import { checkModelAllowed } from '../admit/model-access.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { forwardedHeaders } from '../read/forwarded-headers.ts'
import { type RequestFacts, readBody, readCall } from '../read/read-call.ts'
import { candidates } from '../route/candidates.ts'
import { groupForModel } from '../route/routes-of-call.ts'
import { type CountedTokens, countAtVendor } from './count-at-vendor.ts'
import { toolPromptTokens } from './tool-prompt.ts'

/** The maximum number of channels that are tried for one count. */
const MAX_CHANNELS = 2

/**
 * Counts the input tokens of a call without making it: at a channel whose vendor counts, else by an estimate. Free,
 * but rate-limited like calls: https://platform.claude.com/docs/en/api/messages-count-tokens,
 * https://ai.google.dev/api/tokens, https://platform.openai.com/docs/api-reference/responses/input-tokens. `path`:
 * the path of the call itself.
 */
export async function countTokens(
  request: RelayRequest,
  path: string,
  caller: Caller,
  deps: RelayDeps,
): Promise<CountedTokens> {
  const endpoint = relayEndpoint(path)
  if (!endpoint) throw new ApiError('api_not_implemented')
  let admission: Admission | undefined
  try {
    const body = await readBody(Object.assign(request, { headers: readCallHeaders(request) }), caller.user.id, deps)
    const facts = readCall(
      endpoint.format === 'gemini' ? unwrapCountRequest(body) : body,
      endpoint,
      deps.services.estimates.ratios,
    )
    checkModelAllowed(caller, facts.model)
    admission = (await countInLimits({ ...caller, model: facts.model }, () => 0, deps.services)).admission
    const call = toConvertedCall(facts, endpoint)
    const forwarded = forwardedHeaders(request, endpoint)
    for (const channel of channelsToTry(call, caller, deps)) {
      const counted = await countAtVendor(deps.services.keyPools.withAnyKey(channel), {
        call,
        body: facts.body,
        conversation: undefined,
        forwarded,
      })
      if (counted !== undefined) return counted
    }
    return { tokens: facts.input.tokens + toolPromptTokens(facts.model, facts.body) }
  } finally {
    admission?.end(0)
    request.reservation?.release()
  }
}

const toConvertedCall = ({ model, input }: RequestFacts, endpoint: RelayEndpoint): ConvertedCall => ({
  id: '',
  endpoint,
  model,
  inputTokens: input.tokens,
  stream: false,
  usageWanted: false,
  answerCount: 1,
  startedAt: Date.now(),
})

/** Returns the channels to try; none where no channel offers the model now: an estimate needs no channel. */
function channelsToTry({ model, endpoint }: ConvertedCall, { user, token, pinnedChannel }: Caller, deps: RelayDeps) {
  const group = groupForModel({ user, token }, model, deps)
  try {
    return candidates({ group, model, pinnedChannel, endpoint }, deps).slice(0, MAX_CHANNELS)
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** Google's count request may contain the whole request whose tokens are counted. */
function unwrapCountRequest(body: Buffer): Buffer {
  try {
    const fields = scanFields(body)
    const inner = ['generateContentRequest', 'generate_content_request'].find((name) => fields.spans.has(name))
    const span = inner && fields.spans.get(inner)
    if (!inner || !span || typeof fieldValue(body, fields, inner) !== 'object') return body
    return body.subarray(span.start, span.end)
  } catch {
    // `readCall` rejects it with the reason.
    return body
  }
}
