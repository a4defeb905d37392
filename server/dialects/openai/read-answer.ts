import type { AnswerPart, ChatAnswer, FinishReason, InlineMedia, JsonObject } from '../conversation.ts'
import { Refused, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { toolCallId } from '../tool-ids.ts'

/**
 * Reads a whole chat completion: https://platform.openai.com/docs/api-reference/chat/object. `callId` makes ids of tool
 * calls where the vendor has none.
 */
export function readAnswer(completion: JsonObject, callId: string): ChatAnswer {
  const { choices: given } = completion
  if (!Array.isArray(given) || given.length === 0) throw new Unreadable('the completion has no choices')
  const choices = objectsOf(given).map(({ message, finish_reason }) => {
    const parts = partsOf(objectOf(message), callId)
    const hasCalls = parts.some(({ kind }) => kind === 'tool_call')
    return { parts, finish: finishReason(finish_reason, hasCalls) }
  })
  return { choices, usage: readOpenAIUsage(completion.usage) }
}

function partsOf(message: JsonObject, callId: string): AnswerPart[] {
  const { reasoning, text } = wordsOf(message)
  const calls = objectsOf(message.tool_calls).map((call, index) => {
    const { name, arguments: json } = objectOf(call.function)
    const part = {
      kind: 'tool_call' as const,
      id: textOf(call.id) || toolCallId(callId, index),
      name: textOf(name),
      arguments: textOf(json),
    }
    const signature = signatureOf(call)
    return signature ? { ...part, signature } : part
  })
  return [
    ...(reasoning ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [{ kind: 'text' as const, text }] : []),
    ...picturesOf(message).map((source) => ({ kind: 'image' as const, source })),
    ...calls,
  ]
}

/**
 * What a message or a delta says. DeepSeek and its followers, and OpenRouter and Ollama, have names of their own for what
 * a model thought; Mistral makes it a part of the content: https://docs.mistral.ai/capabilities/reasoning
 */
export function wordsOf(message: JsonObject): { reasoning: string; text: string } {
  const { content } = message
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  if (!Array.isArray(content)) return { reasoning, text: textOf(content) || textOf(message.refusal) }
  const parts = objectsOf(content)
  const thoughts = parts.map(({ thinking }) => textOf(thinking) || joined(objectsOf(thinking)))
  return { reasoning: reasoning || thoughts.join(''), text: joined(parts) }
}

const joined = (parts: readonly JsonObject[]) => parts.map(({ text }) => textOf(text)).join('')

const DATA_URL = /^data:(image\/[^;,]+);base64,/

/** Generated pictures in the words of OpenRouter: https://openrouter.ai/docs/features/multimodal/image-generation */
export function picturesOf({ images }: JsonObject): InlineMedia[] {
  return objectsOf(images).flatMap(({ image_url }) => {
    const url = textOf(objectOf(image_url).url)
    const [head, mediaType] = DATA_URL.exec(url) ?? []
    return head && mediaType ? [{ mediaType, data: url.slice(head.length) }] : []
  })
}

export const signatureOf = (call: JsonObject) => textOf(objectOf(objectOf(call.extra_content).google).thought_signature)

const REASONS = new Map<string, FinishReason>([
  ['length', 'length'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['tool_calls', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['content_filter', 'content_filter'],
])
/** At Mistral and OpenRouter, and at DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion */
const FAILED = new Set(['error', 'insufficient_system_resource'])
const UNAVAILABLE = 503

/**
 * Why an answer ended. An answer with tool calls ends with them whatever its vendor says: OpenAI says `stop` where a
 * tool was forced. Throws Refused for an answer that failed.
 */
export function finishReason(given: unknown, hasCalls: boolean): FinishReason {
  const reason = textOf(given)
  if (FAILED.has(reason)) {
    const error = { message: `the answer ended with ${reason}`, type: 'upstream_error', param: null, code: reason }
    throw new Refused(UNAVAILABLE, error)
  }
  return REASONS.get(reason) ?? (hasCalls ? 'tool_calls' : 'stop')
}
