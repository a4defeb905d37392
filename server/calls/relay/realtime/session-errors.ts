import type { Language } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { parseObject } from '../../../formats/dialects/json.ts'
import { LOCAL_ERROR, readUpstreamError } from '../../../formats/dialects/openai-errors.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { embeddedFailure } from '../../upstream/read-failure.ts'
import { redactText, type UpstreamFailure } from '../../upstream/upstream-failure.ts'

/** Close codes of sessions: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const CLOSE_CODES = { normal: 1000, refused: 1008, tooLarge: 1009, failed: 1011, restart: 1012 } as const
const UNSENDABLE_CODES = new Set([1004, 1005, 1006, 1015])
const MAX_REASON_BYTES = 123
const BAD_REQUEST = 400

/** Builds the event that reports to a caller why a session ends, in the format of this API family. */
export function errorEvent(failure: ApiError, language: Language, requestId: string): string {
  const message = `${failure.text(language)} (request id: ${requestId})`
  const error = { message, type: LOCAL_ERROR, param: '', code: failure.code }
  return JSON.stringify({ event_id: `evt_${requestId}`, type: 'error', error })
}

/** Converts a thrown value to an ApiError. */
export const toApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError('internal_error'))

/** Returns the close code of a session that ended with an error. */
export function closeCodeOf({ code }: ApiError): number {
  if (code === 'frame_too_large') return CLOSE_CODES.tooLarge
  if (code === 'shutting_down') return CLOSE_CODES.restart
  if (code === 'session_too_long') return CLOSE_CODES.normal
  return errors[code].status >= 500 ? CLOSE_CODES.failed : CLOSE_CODES.refused
}

/** Returns how a caller's connection closes after the upstream's: with the same code where it may be sent. */
export function forwardedClose(code: number, reason: string, channel: Channel): { code: number; reason: string } {
  const message = redactText(reason, channel)
  const isSayable = code >= CLOSE_CODES.normal && code < 5000 && !UNSENDABLE_CODES.has(code)
  return {
    code: isSayable ? code : code === 1005 ? CLOSE_CODES.normal : CLOSE_CODES.failed,
    reason: truncateReason(message),
  }
}

function truncateReason(text: string): string {
  let short = text
  while (Buffer.byteLength(short) > MAX_REASON_BYTES) short = short.slice(0, -1)
  return short
}

/** Returns an upstream's error event as callers may see it: the same frame, unless it contains a key or a host. */
export function redactErrorFrame(frame: string, channel: Channel): string {
  const event = parseObject(frame)
  const error = event?.error as Record<string, unknown> | undefined
  if (typeof error?.message !== 'string') return frame
  const message = redactText(error.message, channel)
  return message === error.message ? frame : JSON.stringify({ ...event, error: { ...error, message } })
}

/**
 * Some upstreams accept the handshake and then refuse in the first event, for instance a wrong key. Returns the
 * refusal with the status that it would have had; undefined = the event is no refusal.
 */
export function readRefusal(frame: string): UpstreamFailure | undefined {
  if (parseObject(frame)?.type !== 'error') return undefined
  return embeddedFailure(readUpstreamError(frame, BAD_REQUEST), Date.now())
}
