import type { ChatAnswer } from '../dialects/conversation.ts'
import { type AnswerMedium, type CallerDialect, Refused } from '../dialects/dialect.ts'
import { LOCAL_ERROR } from '../dialects/openai-errors.ts'

type Format = Pick<CallerDialect, 'media'>
const NAMES: Record<AnswerMedium, string> = { image: 'a picture', audio: 'sound' }
const BAD_REQUEST = 400

/**
 * Refuses a part of an answer that the caller's format has no word for: left out, it would leave an empty answer that is
 * paid for. No other channel would help. Throws Refused.
 */
export function checkMedium({ kind }: { kind: string }, { media }: Format): void {
  if ((kind !== 'image' && kind !== 'audio') || media.includes(kind)) return
  throw new Refused(BAD_REQUEST, {
    message: `The model answered with ${NAMES[kind]}, which the format of this call cannot hold: use another interface`,
    type: LOCAL_ERROR,
    param: null,
    code: 'answer_medium_unsupported',
  })
}

/** The same for a whole answer. */
export function checkMedia({ choices }: ChatAnswer, caller: Format): void {
  for (const part of choices.flatMap(({ parts }) => parts)) checkMedium(part, caller)
}
