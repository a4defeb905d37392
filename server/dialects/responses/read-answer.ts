import type { AnswerPart, ChatAnswer, FinishReason, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { imageParts, reasoningText } from './read-input.ts'
import { gigabytesIn, withTools } from './tool-calls.ts'

/** Reads a whole response: https://platform.openai.com/docs/api-reference/responses/object */
export function readAnswer(response: JsonObject): ChatAnswer {
  if (!Array.isArray(response.output)) throw new Unreadable('the response has no output')
  const items = objectsOf(response.output)
  const parts = items.flatMap(readItem)
  const hasCalls = parts.some(({ kind }) => kind === 'tool_call')
  const usage = withTools(readOpenAIUsage(response.usage), { items, gigabytes: gigabytesIn(response.tools) })
  return { choices: [{ parts, finish: finishReason(response, hasCalls) }], usage }
}

/** Items of tools that the vendor runs itself tell of steps on the way: their outcome is in the texts. */
function readItem(item: JsonObject): AnswerPart[] {
  switch (item.type) {
    case 'message':
      return objectsOf(item.content).flatMap(({ text, refusal }) => {
        const said = textOf(text) || textOf(refusal)
        return said ? [{ kind: 'text' as const, text: said }] : []
      })
    case 'reasoning': {
      const text = reasoningText(item)
      const signature = textOf(item.encrypted_content)
      return text || signature ? [{ kind: 'reasoning', text, ...(signature ? { signature } : {}) }] : []
    }
    case 'function_call': {
      const { call_id, name, arguments: json } = item
      return [{ kind: 'tool_call', id: textOf(call_id), name: textOf(name), arguments: textOf(json) }]
    }
    case 'image_generation_call':
      return imageParts(item)
    default:
      return []
  }
}

export function finishReason({ status, incomplete_details }: JsonObject, hasCalls: boolean): FinishReason {
  if (status !== 'incomplete') return hasCalls ? 'tool_calls' : 'stop'
  return objectOf(incomplete_details).reason === 'content_filter' ? 'content_filter' : 'length'
}
