import type { AnswerPart, ChatAnswer, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { type Endings, readFinish } from '../endings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { throwRefusal } from '../vendor-error.ts'

/** Reads a whole answer, which is in `Response`. Throws Refused or Unreadable. */
export function readAnswer(answer: JsonObject, callId: string): ChatAnswer {
  throwRefusal(answer)
  const { Choices, Usage } = objectOf(answer.Response ?? answer)
  const choices = objectsOf(Choices)
  if (choices.length === 0) throw new Unreadable('the answer has no choices')
  return {
    choices: choices.map(({ Message, FinishReason }) => {
      const message = objectOf(Message)
      const calls = objectsOf(message.ToolCalls)
      const parts = partsOf(message, calls, callId)
      const held = { hasCalls: calls.length > 0, isEmpty: parts.length === 0 }
      return { parts, ...readFinish(FinishReason, endings, held) }
    }),
    usage: readUsage(Usage),
  }
}

function partsOf({ Content, ReasoningContent }: JsonObject, calls: JsonObject[], callId: string): AnswerPart[] {
  const parts: AnswerPart[] = []
  if (textOf(ReasoningContent)) parts.push({ kind: 'reasoning', text: textOf(ReasoningContent) })
  if (textOf(Content)) parts.push({ kind: 'text', text: textOf(Content) })
  for (const [index, { Id, Function: called }] of calls.entries()) {
    const { Name, Arguments } = objectOf(called)
    const id = textOf(Id) || createToolCallId(callId, index)
    parts.push({ kind: 'tool_call', id, name: textOf(Name), arguments: toArgumentsText(Arguments) })
  }
  return parts
}

/** https://cloud.tencent.com/document/api/1729/101838 */
export const endings: Endings = {
  ordinary: { stop: 'stop', length: 'length', tool_calls: 'tool_calls' },
  specific: { sensitive: 'content_filter' },
}

export function readUsage(usage: unknown) {
  const { PromptTokens, CompletionTokens, TotalTokens } = objectOf(usage)
  return readOpenAIUsage({
    prompt_tokens: PromptTokens,
    completion_tokens: CompletionTokens,
    total_tokens: TotalTokens,
  })
}
