import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { AnswerPart, ChatAnswer, FinishReason, JsonObject, ReasoningPart, ToolCallPart } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { fitsInId, markId, seal, sealId, writeState } from '../state-seals.ts'
import { toArgumentsObject } from '../tool-arguments.ts'
import { toAnthropicId } from '../tool-ids.ts'
import type { VendorState } from '../vendor-state.ts'
import { citedBlocks } from './citations.ts'

/** Writes a whole message: https://platform.claude.com/docs/en/api/messages. The format has one choice. */
export function writeAnswer({ choices, usage }: ChatAnswer, facts: AnswerFacts) {
  const [choice] = choices
  const parts = choice?.parts ?? []
  const isRefused = parts.some(({ kind }) => kind === 'refusal')
  return {
    ...messageHead(facts),
    content: writeBlocks(parts),
    ...stopReason(isRefused ? 'content_filter' : (choice?.finish ?? 'stop'), choice?.stopSequence),
    usage: writeUsage(usage ?? NO_USAGE),
  }
}

export function messageHead({ id, model }: AnswerFacts) {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model }
}

function writeBlocks(parts: readonly AnswerPart[]): JsonObject[] {
  const hasThought = parts.some(({ kind }) => kind === 'reasoning')
  return parts.flatMap((part) => block(part, hasThought))
}

function block(part: AnswerPart, hasThought: boolean): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return citedBlocks(part)
    case 'refusal':
      return part.text ? [{ type: 'text', text: part.text }] : []
    case 'reasoning':
      return [thoughtBlock(part)]
    case 'tool_call': {
      const { name, state } = part
      const input = toArgumentsObject(part.arguments)
      return [...stateBefore(state), { type: 'tool_use', id: writeCallId(part, hasThought), name, input }]
    }
    case 'image':
    case 'audio':
      return []
  }
}

function thoughtBlock({ text, state }: ReasoningPart): JsonObject {
  const written = writeState(state, 'anthropic')
  return state?.kind === 'redacted'
    ? { type: 'redacted_thinking', data: written }
    : { type: 'thinking', thinking: text, signature: written }
}

/**
 * Writes the id of a tool call, with the vendor's state if it fits. In a message without reasoning, ids of other
 * vendors are marked.
 */
export function writeCallId({ id, state }: Pick<ToolCallPart, 'id' | 'state'>, hasThought: boolean): string {
  const plain = toAnthropicId(id)
  if (state && fitsInId(state)) return sealId(plain, state)
  return hasThought || ANTHROPICS.test(plain) ? plain : markId(plain)
}
const ANTHROPICS = /^toolu_/

/** Writes a block before a tool call, for state that does not fit into its id. */
export const stateBefore = (state: VendorState | undefined) =>
  state && !fitsInId(state) ? [{ type: 'redacted_thinking', data: seal(state) }] : []

const REASONS: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}
/** Writes the stop reason, and the stop sequence if the upstream reported it. */
export function stopReason(reason: FinishReason, sequence: string | undefined) {
  const isSequence = reason === 'stop' && sequence !== undefined
  return { stop_reason: isSequence ? 'stop_sequence' : REASONS[reason], stop_sequence: sequence ?? null }
}

/**
 * Writes usage. In this format the input excludes cached tokens:
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
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
