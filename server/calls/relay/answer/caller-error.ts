import { errorText, type Language } from '#contract/errors.ts'
import type { OpenAIError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { embeddedFailure } from '../../upstream/read-failure.ts'
import { judge, redactError } from '../../upstream/upstream-failure.ts'

/** Returns an upstream's error as the caller may see it: without anything about the channel's account. */
export function toCallerError(error: OpenAIError, channel: Channel, language: Language): OpenAIError {
  const { callerError } = judge(embeddedFailure(error, Date.now(), channel.type), channel)
  if (typeof callerError !== 'string' || callerError === 'upstream_busy') return redactError(error, channel)
  return { message: errorText(callerError, language), type: 'upstream_error', param: '', code: callerError }
}
