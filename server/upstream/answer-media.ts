import type { ChatAnswer } from '../dialects/conversation.ts'
import { type CallerDialect, Refused } from '../dialects/dialect.ts'
import { LOCAL_ERROR } from '../dialects/openai-errors.ts'

type Format = Pick<CallerDialect, 'media'>
/** The code of such an answer, which callers are told in their language. */
export const UNSAYABLE = 'answer_medium_unsupported'
const BAD_REQUEST = 400

/**
 * Refuses a part of an answer that the caller's format has no word for: left out, it would leave an empty answer that is
 * paid for. No other channel would help. Throws Refused.
 */
export function checkMedium({ kind }: { kind: string }, { media }: Format): void {
  if ((kind !== 'image' && kind !== 'audio') || media.includes(kind)) return
  throw new Refused(BAD_REQUEST, {
    message: `the caller's format cannot hold a part of kind ${kind}`,
    type: LOCAL_ERROR,
    param: null,
    code: UNSAYABLE,
  })
}

/** The same for a whole answer. */
export function checkMedia({ choices }: ChatAnswer, caller: Format): void {
  for (const part of choices.flatMap(({ parts }) => parts)) checkMedium(part, caller)
}
