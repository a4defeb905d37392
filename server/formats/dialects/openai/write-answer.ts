import { NO_USAGE } from '#contract/prices/price.ts'
import { citationsOfAnswer } from '../citations.ts'
import type { AnswerPart, ChatAnswer, FinishReason, InlineMedia, ToolCallPart } from '../conversation.ts'
import type { AnswerFacts } from '../dialect.ts'
import { inputOf } from '../freeform-tools.ts'
import { writeLogprobs } from '../logprobs.ts'
import { seal, sealId } from '../state-seals.ts'
import type { VendorState } from '../vendor-state.ts'
import { writeAnnotation } from './citations.ts'
import { writeUsage } from './write-usage.ts'

/** Writes a whole chat completion: https://platform.openai.com/docs/api-reference/chat/object */
export function writeAnswer(answer: ChatAnswer, { id, model, created, natives }: AnswerFacts) {
  return {
    id: completionId(id),
    object: 'chat.completion',
    created,
    model,
    choices: answer.choices.map(({ parts, finish, logprobs }, index) => ({
      index,
      message: message(parts, natives),
      logprobs: logprobs ? { content: writeLogprobs(logprobs), refusal: null } : null,
      finish_reason: finish satisfies FinishReason,
    })),
    usage: writeUsage(answer.usage ?? NO_USAGE),
  }
}

export const completionId = (id: string) => `chatcmpl-${id}`

function message(parts: AnswerPart[], natives: AnswerFacts['natives']) {
  const content = joined(parts, 'text')
  const refusal = joined(parts, 'refusal')
  const reasoning = joined(parts, 'reasoning')
  const annotations = citationsOfAnswer(parts).map((citation) => writeAnnotation(citation, content))
  const calls = parts.filter((part) => part.kind === 'tool_call')
  const images = parts.flatMap((part) =>
    part.kind === 'image' && 'data' in part.source ? [writeImage(part.source)] : [],
  )
  return {
    role: 'assistant',
    content: content === '' && (calls.length > 0 || images.length > 0 || refusal) ? null : content,
    // DeepSeek's field, which most clients display: https://api-docs.deepseek.com/guides/reasoning_model
    ...(reasoning ? { reasoning_content: reasoning } : {}),
    ...(annotations.length > 0 ? { annotations } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => writeToolCall(call, natives)) } : {}),
    refusal: refusal || null,
  }
}

function joined(parts: AnswerPart[], kind: 'text' | 'refusal' | 'reasoning'): string {
  return parts.map((part) => (part.kind === kind ? part.text : '')).join('')
}

function writeToolCall({ id, name, arguments: text, state }: ToolCallPart, natives: AnswerFacts['natives']) {
  if (isFreeform(name, natives))
    return { id: sealId(id, state), type: 'custom', custom: { name, input: inputOf(text) }, ...callState(state) }
  return { id: sealId(id, state), type: 'function', function: { name, arguments: text || '{}' }, ...callState(state) }
}

/** Returns whether the caller's tool takes a plain text. */
export const isFreeform = (name: string, natives: AnswerFacts['natives']) => natives?.get(name)?.kind === 'custom'

/**
 * Returns a tool call's state for clients that send back unknown fields. For all other clients the id contains it.
 */
export const callState = (state: VendorState | undefined) =>
  state ? { extra_content: signatureContent(seal(state)) } : {}

/**
 * The location that Google's OpenAI-compatible API uses: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export const signatureContent = (signature: string) => ({ google: { thought_signature: signature } })

/**
 * Writes an image in OpenRouter's format, which clients of this format support:
 * https://openrouter.ai/docs/features/multimodal/image-generation
 */
export function writeImage({ mediaType, data }: InlineMedia) {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } }
}
