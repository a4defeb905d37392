import { completionTokens, NO_USAGE, promptTokens, type Usage } from '#contract/prices/price.ts'
import { citationsOfAnswer, toVendorOffset } from '../citations.ts'
import type { AnswerPart, ChatAnswer, Citation, FinishReason, JsonObject, ToolCallPart } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { writeLogprobItems } from '../logprobs.ts'
import { sealId } from '../state-seals.ts'

/** Writes a whole answer of the Chat API, version 2: https://docs.cohere.com/reference/chat */
export function writeAnswer({ choices, usage }: ChatAnswer, { id }: AnswerFacts) {
  const [choice] = choices
  return {
    id,
    finish_reason: finishReason(choice?.finish ?? 'stop', choice?.stopSequence),
    message: writeMessage(choice?.parts ?? []),
    usage: writeUsage(usage ?? NO_USAGE),
    ...(choice?.logprobs ? { logprobs: writeLogprobItems(choice.logprobs) } : {}),
  }
}

/** Reasoning before tool calls becomes the plan. */
function writeMessage(parts: AnswerPart[]): JsonObject {
  const calls = parts.filter((part) => part.kind === 'tool_call').map(writeCall)
  const reasoning = joined(parts, ['reasoning'])
  const text = joined(parts, ['text', 'refusal'])
  const citations = citationsOfAnswer(parts).map((citation) => writeCitation(citation, text))
  const content = [
    ...(reasoning && calls.length === 0 ? [{ type: 'thinking', thinking: reasoning }] : []),
    ...(text ? [{ type: 'text', text }] : []),
  ]
  return withoutUndefined({
    role: 'assistant',
    content: content.length > 0 ? content : undefined,
    tool_plan: reasoning && calls.length > 0 ? reasoning : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
    citations: citations.length > 0 ? citations : undefined,
  })
}

function joined(parts: AnswerPart[], kinds: readonly string[]): string {
  return parts.map((part) => (kinds.includes(part.kind) && 'text' in part ? part.text : '')).join('')
}

export function writeCall({ id, name, arguments: text, state }: Omit<ToolCallPart, 'kind'>) {
  return { id: sealId(id, state), type: 'function', function: { name, arguments: text || '{}' } }
}

/** Writes a source of a text: https://docs.cohere.com/docs/rag-citations */
export function writeCitation({ span, url, title, id, quote }: Citation, text: string): JsonObject {
  const { start, end } = span ?? { start: text.length, end: text.length }
  const document = withoutUndefined({ url, title, snippet: quote })
  return {
    start: toVendorOffset(text, start, 'characters'),
    end: toVendorOffset(text, end, 'characters'),
    text: text.slice(start, end),
    sources: [{ type: 'document', id: id ?? url ?? title ?? 'source', document }],
    type: 'TEXT_CONTENT',
  }
}

/** https://docs.cohere.com/reference/chat#response.body.finish_reason; it has no reason for filtered answers. */
export function finishReason(reason: FinishReason, stopSequence?: string): string {
  if (reason === 'stop') return stopSequence === undefined ? 'COMPLETE' : 'STOP_SEQUENCE'
  return { length: 'MAX_TOKENS', tool_calls: 'TOOL_CALL', content_filter: 'ERROR' }[reason]
}

export function writeUsage(usage: Usage): JsonObject {
  const tokens = { input_tokens: promptTokens(usage), output_tokens: completionTokens(usage) }
  return { billed_units: tokens, tokens, cached_tokens: usage.cacheRead }
}
