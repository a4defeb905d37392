import type { Language } from '#contract/errors.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { CODE, DrawingRefusal } from './refusal.ts'

/** Codes of temporary errors of this server: clients may retry. */
const RETRYABLE_CODES: readonly string[] = [
  'shutting_down',
  'billing_unavailable',
  'quota_reserved',
  'body_too_large',
  'call_rate_exceeded',
  'too_many_large_calls',
  'large_calls_everywhere',
]
const INSUFFICIENT_QUOTA_CODES: readonly string[] = ['insufficient_user_quota', 'insufficient_token_quota']

/** Builds the drawing family's response to an error; undefined = the error is unexpected. */
export function refusalReply(error: unknown, language: Language): Response | undefined {
  const refusal = error instanceof ApiError ? toDrawingRefusal(error, language) : error
  if (!(refusal instanceof DrawingRefusal)) return undefined
  const { message: description, type, code, status, retryAfter } = refusal
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ description, type, code }, { status, headers })
}

function toDrawingRefusal(failure: ApiError, language: Language): DrawingRefusal {
  if (INSUFFICIENT_QUOTA_CODES.includes(failure.code)) return new DrawingRefusal('quota_not_enough')
  const status = RETRYABLE_CODES.includes(failure.code) ? failure.status : 400
  return new DrawingRefusal(failure.text(language), CODE.refused, 'new_api_error', status, failure.retryAfter)
}
