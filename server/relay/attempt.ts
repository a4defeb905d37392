import type { Channel } from '../channels/registry.ts'
import { readUpstreamError } from '../dialects/openai-errors.ts'
import type { UpstreamAnswer } from '../egress/answer.ts'
import { readStart, sendUpstream } from '../egress/upstream.ts'
import { providerOf } from '../providers/all.ts'
import type { Call } from './call.ts'
import { type Clock, Deadline } from './clock.ts'
import type { UpstreamFailure } from './failure.ts'
import { limitsOf } from './limits.ts'
import { scanFields, spliceFields } from './splice.ts'

/** An upstream that has begun to answer with success. */
export interface Upstream {
  channel: Channel
  /** The model that it was asked for. */
  model: string
  answer: UpstreamAnswer
  /** Ends the connection to the upstream. */
  cancel(reason: string): void
  startedAt: number
}

export type Attempted = { upstream: Upstream } | { failure: UpstreamFailure }

const MAX_ERROR_BYTES = 64 * 1024
const USAGE_WANTED = { include_usage: 'true' }

/** One try at one channel: sends the request and waits for the head of the answer. Never throws. */
export async function attempt(call: Call, channel: Channel, clock: Clock): Promise<Attempted> {
  const provider = providerOf(channel)
  if (!provider) return { failure: local('unreachable', `channel type ${channel.type} is not supported`) }
  const startedAt = Date.now()
  const model = (Object.hasOwn(channel.modelMapping, call.model) && channel.modelMapping[call.model]) || call.model
  const outgoing = {
    endpoint: call.endpoint,
    model,
    body: outgoingBody(call, model),
    contentType: call.contentType,
    accept: call.accept,
  }
  const exchange = sendUpstream(provider.request(channel, outgoing))
  const { cancel } = exchange
  const deadline = new Deadline(clock, startedAt + limitsOf(channel).firstByte, () =>
    cancel('the upstream did not begin to answer in time'),
  )
  const hangUp = () => cancel('the caller hung up')
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    const answer = await exchange.answer
    if (answer.status >= 200 && answer.status < 300) return { upstream: { channel, model, answer, cancel, startedAt } }
    const failure = await answered(answer)
    cancel('the rest of the error is not needed')
    return { failure }
  } catch (error) {
    return {
      failure: local(
        deadline.passed ? 'timeout' : 'unreachable',
        error instanceof Error ? error.message : String(error),
      ),
    }
  } finally {
    deadline.clear()
    call.signal.removeEventListener('abort', hangUp)
  }
}

/** The caller's own bytes; only the model (when mapped) and the wish for usage (on streams) are written into them. */
function outgoingBody(call: Call, model: string): Buffer {
  const isRenamed = model !== call.model || call.endpoint.model !== undefined
  const lacksUsage = call.stream && call.endpoint.hasOutput && !call.usageWanted
  if (!isRenamed && !lacksUsage) return call.body
  const edits: Record<string, string> = {}
  if (isRenamed) edits.model = JSON.stringify(model)
  if (lacksUsage) edits.stream_options = optionsWithUsage(call)
  return spliceFields(call.body, call.fields, edits)
}

/** The caller's `stream_options` with the wish for usage; what else is in them stays. */
function optionsWithUsage({ body, fields }: Call): string {
  const span = fields.spans.get('stream_options')
  const own = span && body.subarray(span.start, span.end)
  const isObject = own?.[0] === '{'.charCodeAt(0)
  return isObject ? spliceFields(own, scanFields(own), USAGE_WANTED).toString('utf8') : '{"include_usage":true}'
}

async function answered(answer: UpstreamAnswer): Promise<UpstreamFailure> {
  const body = await readStart(answer, MAX_ERROR_BYTES)
  const retryAfter = answer.header('retry-after')
  return {
    kind: 'answered',
    status: answer.status,
    error: readUpstreamError(body, answer.status),
    ...(retryAfter ? { retryAfter } : {}),
  }
}

/** A failure that has no answer of the upstream to show. */
export function local(kind: Exclude<UpstreamFailure['kind'], 'answered'>, message: string): UpstreamFailure {
  return { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } }
}
