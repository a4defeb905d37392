import type { Language } from '#contract/errors.ts'
import { Failure } from '../../../errors/api-error.ts'
import { CODE, DrawingRefusal } from './refusal.ts'

/** Refusals of ours that pass: programs may try again. */
const PASSING: readonly string[] = [
  'shutting_down',
  'billing_unavailable',
  'quota_reserved',
  'body_too_large',
  'call_rate_exceeded',
  'too_many_large_calls',
  'large_calls_everywhere',
]
const NO_MONEY: readonly string[] = ['insufficient_user_quota', 'insufficient_token_quota']

/** The reply of the drawing family to a call that is not done; undefined = something unexpected. */
export function refusalReply(error: unknown, language: Language): Response | undefined {
  const refusal = error instanceof Failure ? refusalOf(error, language) : error
  if (!(refusal instanceof DrawingRefusal)) return undefined
  const { message: description, type, code, status, retryAfter } = refusal
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ description, type, code }, { status, headers })
}

function refusalOf(failure: Failure, language: Language): DrawingRefusal {
  if (NO_MONEY.includes(failure.code)) return new DrawingRefusal('quota_not_enough')
  const status = PASSING.includes(failure.code) ? failure.status : 400
  return new DrawingRefusal(failure.text(language), CODE.refused, 'new_api_error', status, failure.retryAfter)
}
