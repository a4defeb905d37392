import type { AnswerFacts } from '../conversation/conversation.ts'

/** A shorter time from the first token to the end is a single piece, which says nothing about speed. */
const MIN_MS = 50

/** Returns the tokens per second of an answer while it was being written, or undefined if that is not known. */
export function tokensPerSecond({ firstMs, totalMs, completionTokens }: AnswerFacts): number | undefined {
  if (firstMs === undefined || totalMs === undefined || !completionTokens) return undefined
  const writingMs = totalMs - firstMs
  if (writingMs < MIN_MS) return undefined
  const speed = (completionTokens * 1000) / writingMs
  return speed < 10 ? Math.round(speed * 10) / 10 : Math.round(speed)
}
