import { NO_USAGE } from '#contract/prices/price.ts'
import type { AnswerPart, ChatAnswer, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { writeLogprobs } from '../logprobs.ts'
import { compactedResponse, sealSummary } from './compaction.ts'
import { compactionItem, writeItems } from './write-items.ts'
import { incompleteReason, writeResponse } from './write-response.ts'
import { writeUsage } from './write-usage.ts'

/**
 * Writes a whole response: https://platform.openai.com/docs/api-reference/responses/object. The format has one
 * choice.
 */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts): JsonObject {
  const { parts, finish, logprobs }: ChatAnswer['choices'][number] = choices[0] ?? { parts: [], finish: 'stop' }
  const reason = incompleteReason(finish)
  const status = reason ? 'incomplete' : 'completed'
  const output = itemsOf(parts, facts, status, logprobs && writeLogprobs(logprobs))
  const response = writeResponse(facts, status, {
    ...(reason ? { incomplete_details: { reason } } : {}),
    output,
    usage: writeUsage(usage ?? NO_USAGE),
  })
  facts.keep?.(output, response)
  const { compaction } = facts
  return compaction?.isWhole ? compactedResponse(response, compaction.userMessages) : response
}

function itemsOf(
  parts: readonly AnswerPart[],
  { id, natives, compaction }: AnswerFacts,
  status: 'completed' | 'incomplete',
  logprobs?: JsonObject[],
): JsonObject[] {
  if (compaction) return [compactionItem(`cmp_${id}_0`, sealSummary(parts, compaction))]
  let items = 0
  return writeItems(parts, { status, natives, logprobs, nextId: (prefix) => `${prefix}_${id}_${items++}` })
}
