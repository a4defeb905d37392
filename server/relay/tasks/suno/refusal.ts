import { errorText, type Language } from '#contract/errors.ts'
import { Failure } from '../../../errors/api-error.ts'
import { TaskRefusal } from '../../../errors/task-refusal.ts'

/** Why a call about songs is not done, in the family's words. */
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

export const invalid = (message: string) => new SongRefusal(400, 'invalid_request', message)

const NO_MONEY: readonly string[] = ['insufficient_user_quota', 'insufficient_token_quota']

/** The reply to a call that is not done; undefined = something unexpected. */
export function songRefusalReply(error: unknown, language: Language): Response | undefined {
  if (error instanceof SongRefusal) return reply(error.status, error.code, error.message)
  if (!(error instanceof Failure)) return undefined
  if (NO_MONEY.includes(error.code)) return reply(403, 'quota_not_enough', 'user quota is not enough')
  const headers: Record<string, string> = error.retryAfter ? { 'retry-after': String(error.retryAfter) } : {}
  return reply(error.status === 200 ? 400 : error.status, error.code, error.text(language), headers)
}

/** The reply to what nobody has thought of. */
export const songFault = (language: Language) => reply(500, 'internal_error', errorText('internal_error', language))

function reply(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message, data: null }, { status, headers })
}
