import { completionTokens } from '#contract/prices/price.ts'
import type { AnswerPart, ChatAnswer } from '../../../formats/dialects/conversation.ts'
import { Refused, type StreamReader, type UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import { dataOf, isDone } from '../../../formats/dialects/sse.ts'
import type { TokenRatios } from '../../../formats/estimates/families.ts'
import { countPieces, type Pieces } from '../../../formats/estimates/text-counter.ts'
import { estimateTokens } from './estimate.ts'

/** What readers of answers in the formats of `dialects/` have in common. */

/** Returns the number of answers in a stream: the requested number, where the format supports more than one. */
export const answerCountOf = ({ maxAnswers = 1 }: UpstreamDialect, requested: number) => Math.min(requested, maxAnswers)

/** Returns the refusal that the first event of a stream contains, in the upstream's format, and that is no error in another. */
export function readRefusal(event: Buffer, reader: StreamReader): Refused | undefined {
  const data = isDone(event) ? undefined : dataOf(event)
  try {
    if (data) reader.read(data)
    return undefined
  } catch (error) {
    return error instanceof Refused ? error : undefined
  }
}

/** Returns the first vendor-specific end reason among the choices of an answer. */
export const vendorReasonOf = ({ choices }: ChatAnswer): string | undefined =>
  choices.find((choice) => choice.vendorReason !== undefined)?.vendorReason

/** Estimates the tokens of an answer whose upstream reports no output. */
export function estimateAnswerTokens({ usage, choices }: ChatAnswer, ratios?: TokenRatios): number {
  if (usage && completionTokens(usage) > 0) return 0
  return choices.flatMap(({ parts }) => parts).reduce((sum, part) => sum + estimateTokens(textOf(part), ratios), 0)
}

/** Returns the pieces of an answer that is text alone. */
export function saidIn({ choices }: ChatAnswer): Pieces | undefined {
  const parts = choices.flatMap(({ parts }) => parts)
  const texts = parts.flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : []))
  return texts.length === parts.length ? countPieces(texts.join('')) : undefined
}

/** Whether an answer has no text, tool call, image or audio. */
export const isEmptyAnswer = ({ choices }: ChatAnswer): boolean =>
  choices.every(({ parts }) => parts.every((part) => 'text' in part && part.text === ''))

function textOf(part: AnswerPart): string {
  if (part.kind === 'tool_call') return part.arguments
  return part.kind === 'image' || part.kind === 'audio' ? '' : part.text
}
