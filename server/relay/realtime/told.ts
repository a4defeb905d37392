import type { Language } from '#contract/errors.ts'
import { errors } from '#contract/errors.ts'
import { parsedObject } from '../../dialects/json.ts'
import { LOCAL_ERROR, type OpenAIError, readUpstreamError } from '../../dialects/openai-errors.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Channel } from '../../registry/channels.ts'
import { wordsWithoutSecrets } from '../../upstream/upstream-failure.ts'

/** Codes with which a session ends: https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const CLOSE = { normal: 1000, refused: 1008, tooLarge: 1009, failed: 1011, restart: 1012 } as const
const ABNORMAL = new Set([1004, 1005, 1006, 1015])
const MOST_REASON_BYTES = 123

/** The event that tells a caller why a session ends, as this API family writes it. */
export function errorEvent(failure: Failure, language: Language, requestId: string): string {
  const message = `${failure.text(language)} (request id: ${requestId})`
  const error = { message, type: LOCAL_ERROR, param: '', code: failure.code }
  return JSON.stringify({ event_id: `evt_${requestId}`, type: 'error', error })
}

/** What was thrown, as a Failure. */
export const failureOf = (error: unknown) => (error instanceof Failure ? error : new Failure('internal_error'))

/** The code with which a session ends after a failure. */
export function closeCode({ code }: Failure): number {
  if (code === 'frame_too_large') return CLOSE.tooLarge
  if (code === 'shutting_down') return CLOSE.restart
  if (code === 'session_too_long') return CLOSE.normal
  return errors[code].status >= 500 ? CLOSE.failed : CLOSE.refused
}

/** How a caller's connection ends when the upstream's has: the same way, as far as that can be said. */
export function passedOn(code: number, reason: string, channel: Channel): { code: number; reason: string } {
  const message = wordsWithoutSecrets(reason, channel)
  const isSayable = code >= CLOSE.normal && code < 5000 && !ABNORMAL.has(code)
  return { code: isSayable ? code : code === 1005 ? CLOSE.normal : CLOSE.failed, reason: shortened(message) }
}

function shortened(text: string): string {
  let short = text
  while (Buffer.byteLength(short) > MOST_REASON_BYTES) short = short.slice(0, -1)
  return short
}

/** An upstream's error as callers may see it: the frame itself, unless it names a key or a place. */
export function scrubbed(frame: string, channel: Channel): string {
  const event = parsedObject(frame)
  const error = event?.error as Record<string, unknown> | undefined
  if (typeof error?.message !== 'string') return frame
  const message = wordsWithoutSecrets(error.message, channel)
  return message === error.message ? frame : JSON.stringify({ ...event, error: { ...error, message } })
}

const STATUSES: Record<string, number> = {
  invalid_api_key: 401,
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
  model_not_found: 404,
}
const SERVER_ERROR = 500
const BAD_REQUEST = 400

/**
 * Upstreams consent to the handshake and then refuse in the first event, for instance a wrong key. Answers the refusal
 * and the status that it would have had; undefined = the event is none.
 */
export function refusalIn(frame: string): { status: number; error: OpenAIError } | undefined {
  const event = parsedObject(frame)
  if (event?.type !== 'error') return undefined
  const error = readUpstreamError(frame, BAD_REQUEST)
  const status = STATUSES[String(error.code)] ?? (error.type === 'server_error' ? SERVER_ERROR : BAD_REQUEST)
  return { status, error }
}
