import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'

/** Reads a whole chat completion: https://platform.openai.com/docs/api-reference/chat/object */
export function readAnswer(completion: JsonObject): ChatAnswer {
  if (!Array.isArray(completion.choices)) throw new Unreadable('the completion has no choices')
  const choices = objectsOf(completion.choices).map(({ message, finish_reason }) => ({
    parts: partsOf(objectOf(message)),
    finish: finishReason(finish_reason),
  }))
  return { choices, usage: readOpenAIUsage(completion.usage) }
}

function partsOf(message: JsonObject): AnswerPart[] {
  const reasoning = reasoningOf(message)
  const text = textOf(message.content) || textOf(message.refusal)
  const calls = objectsOf(message.tool_calls).map((call, index) => {
    const { name, arguments: json } = objectOf(call.function)
    const part = {
      kind: 'tool_call' as const,
      id: textOf(call.id) || `call_${index}`,
      name: textOf(name),
      arguments: textOf(json),
    }
    const signature = signatureOf(call)
    return signature ? { ...part, signature } : part
  })
  return [
    ...(reasoning ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
    ...(text ? [{ kind: 'text' as const, text }] : []),
    ...calls,
  ]
}

/** The names that DeepSeek and its followers, and OpenRouter and Ollama, give to what a model thought. */
export const reasoningOf = (message: JsonObject) => textOf(message.reasoning_content) || textOf(message.reasoning)

export const signatureOf = (call: JsonObject) => textOf(objectOf(objectOf(call.extra_content).google).thought_signature)

const REASONS: Record<string, FinishReason> = {
  length: 'length',
  model_length: 'length',
  max_tokens: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

export const finishReason = (reason: unknown): FinishReason => REASONS[textOf(reason)] ?? 'stop'
