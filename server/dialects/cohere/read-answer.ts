import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { isObject, objectOf, objectsOf, parsedObject, textOf } from '../json.ts'
import { readUsage } from './read-usage.ts'
import { readName } from './tool-names.ts'

/** Reads a whole answer of the Chat API, version 2: https://docs.cohere.com/reference/chat */
export function readAnswer(answer: JsonObject): ChatAnswer {
  if (!isObject(answer.message)) throw new Unreadable('the answer has no message')
  const finish = finishReason(answer.finish_reason)
  if (!finish) throw new Unreadable(`the model ended with ${textOf(answer.finish_reason)}`)
  const { content, tool_plan, tool_calls } = answer.message
  const plan: AnswerPart[] = textOf(tool_plan) ? [{ kind: 'reasoning', text: textOf(tool_plan) }] : []
  const parts = [...plan, ...objectsOf(content).flatMap(contentPart), ...objectsOf(tool_calls).map(toolCall)]
  return { choices: [{ parts, finish }], usage: readUsage(answer.usage) }
}

function contentPart({ type, text, thinking }: JsonObject): AnswerPart[] {
  if (type === 'thinking') return [{ kind: 'reasoning', text: textOf(thinking) }]
  return textOf(text) ? [{ kind: 'text', text: textOf(text) }] : []
}

/** Calls without arguments have the text `null`. */
function toolCall(call: JsonObject, index: number): AnswerPart {
  const called = objectOf(call.function)
  const args = textOf(called.arguments)
  return {
    kind: 'tool_call',
    id: textOf(call.id) || `call_${index}`,
    name: readName(textOf(called.name)),
    arguments: parsedObject(args) ? args : '{}',
  }
}

const REASONS: Record<string, FinishReason | undefined> = {
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool_calls',
  ERROR_TOXIC: 'content_filter',
  ERROR: undefined,
  ERROR_LIMIT: undefined,
  TIMEOUT: undefined,
}

/** undefined = the answer broke off. */
export function finishReason(reason: unknown): FinishReason | undefined {
  const name = textOf(reason)
  return name in REASONS ? REASONS[name] : 'stop'
}
