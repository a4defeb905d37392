import { type ErrorCode, errorText } from '#contract/errors.ts'
import type { EndReason } from '#contract/receipt.ts'
import { callerDialects } from '../../../formats/dialects/all.ts'
import { LOCAL_ERROR, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { ApiError } from '../../../platform/errors/api-error.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import type { HeldCall } from '../call/held-call.ts'
import { shortBudgetError } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { toCallerError } from './caller-error.ts'

/** How a stream ended early. */
interface EarlyEnd {
  reason: EndReason
  stream: Pick<AnswerStream, 'error' | 'errorEnding'>
  /** The error after which no more of the answer may be held in memory. */
  memoryError: ApiError | undefined
}

/** Codes of ends that are neither the vendor's error nor a lack of time. */
const CODES: Partial<Record<EndReason, ErrorCode>> = {
  insufficient_quota: 'quota_ended_stream',
  upstream_error: 'upstream_cut',
  stopped: 'call_stopped',
}

/** Writes the last event of a stream that ended early, in the caller's format: it says why there is no end marker. */
export function errorEventOf(end: EarlyEnd, held: HeldCall, channel: Channel, deps: RelayDeps): Uint8Array {
  const { endpoint, id } = held.call
  const error = errorOf(end, held, channel, deps)
  return Buffer.from(end.stream.errorEnding?.(error, id) ?? callerDialects[endpoint.format].errorEvent(error, id))
}

function errorOf(
  { reason, stream, memoryError }: EarlyEnd,
  held: HeldCall,
  channel: Channel,
  deps: RelayDeps,
): OpenAIError {
  const { language } = held.call
  const refused = (error: ApiError) => ({
    message: error.text(language),
    type: LOCAL_ERROR,
    param: '',
    code: error.code,
  })
  if (reason === 'upstream_error' && memoryError) return refused(memoryError)
  if (reason === 'upstream_error' && stream.error) return toCallerError(stream.error, channel, language)
  const shortBudget = reason === 'insufficient_quota' && shortBudgetError(held, deps)
  if (shortBudget) return refused(shortBudget)
  const code = CODES[reason] ?? 'upstream_timeout'
  return { message: errorText(code, language), type: LOCAL_ERROR, param: '', code }
}
