import type { ChatAnswer } from '../../formats/dialects/conversation.ts'
import { type CallerDialect, Refused } from '../../formats/dialects/dialect.ts'
import { LOCAL_ERROR } from '../../formats/dialects/openai-errors.ts'

type Format = Pick<CallerDialect, 'media'>
/** The code of such an answer; the error text is in the caller's language. */
export const UNSUPPORTED_MEDIUM = 'answer_medium_unsupported'
const BAD_REQUEST = 400

/**
 * Refuses a part of an answer that the caller's format cannot express: without it, an empty answer would be
 * charged. No other channel would help. Throws Refused.
 */
export function checkPartSupported({ kind }: { kind: string }, { media }: Format): void {
  if ((kind !== 'image' && kind !== 'audio') || media.includes(kind)) return
  throw new Refused(BAD_REQUEST, {
    message: `the caller's format cannot hold a part of kind ${kind}`,
    type: LOCAL_ERROR,
    param: null,
    code: UNSUPPORTED_MEDIUM,
  })
}

/** Applies `checkPartSupported` to all parts of a whole answer. */
export function checkAnswerSupported({ choices }: ChatAnswer, caller: Format): void {
  for (const part of choices.flatMap(({ parts }) => parts)) checkPartSupported(part, caller)
}
