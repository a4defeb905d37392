import type { FinishReason, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'

export type Status = 'in_progress' | 'completed' | 'incomplete' | 'failed'

/** Writes the object around an answer: https://platform.openai.com/docs/api-reference/responses/object. */
export function writeResponse(facts: AnswerFacts, status: Status, more: JsonObject = {}): JsonObject {
  const { id, created, model, echo = {} } = facts
  return {
    id: responseId(id),
    object: 'response',
    created_at: created,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    metadata: {},
    model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: facts.keep !== undefined,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    ...echo,
    ...more,
  }
}

export const responseId = (id: string) => `resp_${id}`

/** Returns why an answer is incomplete; undefined = it is complete. */
export function incompleteReason(finish: FinishReason): string | undefined {
  return finish === 'length' ? 'max_output_tokens' : finish === 'content_filter' ? 'content_filter' : undefined
}
