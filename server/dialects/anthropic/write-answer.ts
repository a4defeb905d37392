import { NO_USAGE, type Usage } from '#contract/price.ts'
import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { argumentsObject } from '../tool-arguments.ts'
import { plainId } from '../tool-ids.ts'

/** A whole message: https://platform.claude.com/docs/en/api/messages. The format has one choice. */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts) {
  const [choice] = choices
  const parts = choice?.parts ?? []
  const isRefused = parts.some(({ kind }) => kind === 'refusal')
  return {
    ...messageHead(facts),
    content: parts.flatMap(block),
    ...stopReason(isRefused ? 'content_filter' : (choice?.finish ?? 'stop'), choice?.stopSequence),
    usage: writeUsage(usage ?? NO_USAGE),
  }
}

export function messageHead({ id, model }: AnswerFacts) {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model }
}

function block(part: AnswerPart): JsonObject[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text ? [{ type: 'text', text: part.text }] : []
    case 'reasoning':
      if (part.redacted) return [{ type: 'redacted_thinking', data: part.redacted }]
      return [{ type: 'thinking', thinking: part.text, signature: part.signature ?? '' }]
    case 'tool_call':
      return [{ type: 'tool_use', id: plainId(part.id), name: part.name, input: argumentsObject(part.arguments) }]
    case 'image':
    case 'audio':
      return []
  }
}

const REASONS: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}
/** Why it ended, and the text that ended it, where the upstream told. */
export function stopReason(reason: FinishReason, sequence: string | undefined) {
  const isSequence = reason === 'stop' && sequence !== undefined
  return { stop_reason: isSequence ? 'stop_sequence' : REASONS[reason], stop_sequence: sequence ?? null }
}

/** Here the input leaves out what was cached: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
export function writeUsage(usage: Usage) {
  const { cacheWrite5m, cacheWrite1h } = usage
  return {
    input_tokens: usage.input + usage.audioInput + usage.imageInput,
    cache_creation_input_tokens: cacheWrite5m + cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    ...(cacheWrite1h > 0
      ? { cache_creation: { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h } }
      : {}),
    output_tokens: usage.output + usage.audioOutput + usage.imageOutput,
    ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  }
}
