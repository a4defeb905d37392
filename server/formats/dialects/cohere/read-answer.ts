import { isRecord } from '#contract/is-record.ts'
import { addCitation } from '../citations.ts'
import type { AnswerPart, ChatAnswer, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { type Endings, readFinish } from '../endings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readLogprobItems } from '../logprobs.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readCitations } from './citations.ts'
import { readUsage } from './read-usage.ts'
import { readName } from './tool-names.ts'

/** Reads a whole answer of the Chat API, version 2: https://docs.cohere.com/reference/chat */
export function readAnswer(answer: JsonObject, callId = ''): ChatAnswer {
  if (!isRecord(answer.message)) throw new Unreadable('the answer has no message')
  const { content, tool_plan, tool_calls, citations } = answer.message
  const plan: AnswerPart[] = textOf(tool_plan) ? [{ kind: 'reasoning', text: textOf(tool_plan) }] : []
  const said = contentOf(content)
  const text = said.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  for (const citation of readCitations(citations, text)) addCitation(said, citation)
  const parts = [
    ...plan,
    ...said,
    ...objectsOf(tool_calls).map((call, index) => toolCall(call, createToolCallId(callId, index))),
  ]
  const held = { hasCalls: objectsOf(tool_calls).length > 0, isEmpty: parts.length === 0 }
  if (held.isEmpty && !textOf(answer.finish_reason)) throw new Unreadable('the message is empty')
  const logprobs = readLogprobItems(answer.logprobs)
  return {
    choices: [
      { parts, ...readFinish(answer.finish_reason, endings, held), ...(logprobs.length > 0 ? { logprobs } : {}) },
    ],
    usage: readUsage(answer.usage ?? answer.meta),
  }
}

/** Some servers send the content as a string. */
function contentOf(content: unknown): AnswerPart[] {
  if (textOf(content)) return [{ kind: 'text', text: textOf(content) }]
  return objectsOf(content).flatMap(contentPart)
}

function contentPart({ type, text, thinking }: JsonObject): AnswerPart[] {
  if (type === 'thinking') return [{ kind: 'reasoning', text: textOf(thinking) }]
  return textOf(text) ? [{ kind: 'text', text: textOf(text) }] : []
}

function toolCall(call: JsonObject, fallbackId: string): AnswerPart {
  const called = objectOf(call.function)
  return {
    kind: 'tool_call',
    id: textOf(call.id) || fallbackId,
    name: readName(textOf(called.name)),
    arguments: toArgumentsText(called.arguments),
  }
}

/** https://docs.cohere.com/reference/chat#response.body.finish_reason */
export const endings: Endings = {
  ordinary: { COMPLETE: 'stop', STOP_SEQUENCE: 'stop', MAX_TOKENS: 'length', TOOL_CALL: 'tool_calls' },
  specific: { ERROR_TOXIC: 'content_filter', ERROR: 'failed', ERROR_LIMIT: 'failed', TIMEOUT: 'failed' },
}
