import { errorText, type Language } from '#contract/errors.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { TaskRefusal } from '../../../../platform/errors/task-refusal.ts'

/** Why a call about songs is refused, in the family's wording. */
export class SongRefusal extends TaskRefusal {
  override readonly name = 'SongRefusal'
  constructor(
    status: number,
    override readonly code: string,
    message: string,
  ) {
    super(message, code, status)
  }
}

export const invalidRequest = (message: string) => new SongRefusal(400, 'invalid_request', message)

const INSUFFICIENT_QUOTA_CODES: readonly string[] = ['insufficient_user_quota', 'insufficient_token_quota']

/** Builds the response to an error; undefined = the error is unexpected. */
export function songRefusalReply(error: unknown, language: Language): Response | undefined {
  if (error instanceof SongRefusal) return reply(error.status, error.code, error.message)
  if (!(error instanceof ApiError)) return undefined
  if (INSUFFICIENT_QUOTA_CODES.includes(error.code)) return reply(403, 'quota_not_enough', 'user quota is not enough')
  const headers: Record<string, string> = error.retryAfter ? { 'retry-after': String(error.retryAfter) } : {}
  return reply(error.status === 200 ? 400 : error.status, error.code, error.text(language), headers)
}

/** Builds the response to an unexpected error. */
export const songInternalError = (language: Language) =>
  reply(500, 'internal_error', errorText('internal_error', language))

function reply(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message, data: null }, { status, headers })
}
