import { type ErrorCode, errorText } from '#contract/errors.ts'
import type { EndReason } from '#contract/receipt.ts'
import { callerDialects } from '../../../formats/dialects/all.ts'
import { LOCAL_ERROR, type OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import type { ApiError } from '../../../platform/errors/api-error.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import { shortBudgetError } from '../charge/extend-hold.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Progress } from '../read/progress.ts'
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
export function errorEventOf(
  end: EarlyEnd,
  progress: Progress,
  channel: Channel,
  hold: Hold,
  deps: RelayDeps,
): Uint8Array {
  const { endpoint, id } = progress.call
  const error = errorOf(end, progress, channel, hold, deps)
  return Buffer.from(end.stream.errorEnding?.(error, id) ?? callerDialects[endpoint.format].errorEvent(error, id))
}

function errorOf(
  { reason, stream, memoryError }: EarlyEnd,
  progress: Progress,
  channel: Channel,
  hold: Hold,
  deps: RelayDeps,
): OpenAIError {
  const { language } = progress.call
  const refused = (error: ApiError) => ({
    message: error.text(language),
    type: LOCAL_ERROR,
    param: '',
    code: error.code,
  })
  if (reason === 'upstream_error' && memoryError) return refused(memoryError)
  if (reason === 'upstream_error' && stream.error) return toCallerError(stream.error, channel, language)
  const shortBudget = reason === 'insufficient_quota' && shortBudgetError(progress, hold, deps)
  if (shortBudget) return refused(shortBudget)
  const code = CODES[reason] ?? 'upstream_timeout'
  return { message: errorText(code, language), type: LOCAL_ERROR, param: '', code }
}
