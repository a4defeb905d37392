import { NO_USAGE } from '#contract/price.ts'
import type { ChatAnswer, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { writeItems } from './write-items.ts'
import { incompleteReason, writeResponse } from './write-response.ts'
import { writeUsage } from './write-usage.ts'

/** A whole response: https://platform.openai.com/docs/api-reference/responses/object. The format has one choice. */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts): JsonObject {
  const { parts, finish } = choices[0] ?? { parts: [], finish: 'stop' }
  const reason = incompleteReason(finish)
  const status = reason ? 'incomplete' : 'completed'
  let items = 0
  return writeResponse(facts, status, {
    ...(reason ? { incomplete_details: { reason } } : {}),
    output: writeItems(parts, {
      status,
      natives: facts.natives,
      nextId: (prefix) => `${prefix}_${facts.id}_${items++}`,
    }),
    usage: writeUsage(usage ?? NO_USAGE),
  })
}
