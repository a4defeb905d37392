import { createTextPart } from '../citations.ts'
import type { AnswerPart, ChatAnswer, JsonObject } from '../conversation.ts'
import { Unreadable } from '../dialect.ts'
import { type Endings, type Finish, readFinish } from '../endings.ts'
import { objectOf, objectsOf, textOf } from '../json.ts'
import { readLogprobs } from '../logprobs.ts'
import { findUsage } from '../openai-usage.ts'
import { stateField } from '../state-seals.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readAnnotations } from './citations.ts'
import { imageParts, reasoningText } from './read-input.ts'
import { readToolTerms, withToolCalls } from './tool-calls.ts'

/** Reads a whole response: https://platform.openai.com/docs/api-reference/responses/object */
export function readAnswer(response: JsonObject, callId = ''): ChatAnswer {
  const { output, output_text } = response
  const said = textOf(output_text) ? [{ type: 'message', content: output_text }] : undefined
  const given = Array.isArray(output) ? output : said
  if (!given) throw new Unreadable('the response has no output')
  if (UNFINISHED.has(textOf(response.status))) throw new Unreadable(`the response is ${textOf(response.status)}`)
  const items = objectsOf(given)
  const parts = items.flatMap((item, index) => readItem(item, createToolCallId(callId, index)))
  const held = { hasCalls: parts.some(({ kind }) => kind === 'tool_call'), isEmpty: parts.length === 0 }
  const drawn = objectOf(response.tool_usage).image_gen
  const usage = withToolCalls(findUsage(response), { items, terms: readToolTerms(response.tools), drawn })
  const logprobs = items.flatMap(({ content }) => objectsOf(content).flatMap((part) => readLogprobs(part.logprobs)))
  const told = logprobs.length > 0 ? { logprobs } : {}
  return { choices: [{ parts, ...readEnding(response, held), ...told }], usage }
}

/** Skips items of tools that the vendor runs itself: they are intermediate steps whose results are in the texts. */
function readItem(item: JsonObject, fallbackId: string): AnswerPart[] {
  switch (item.type) {
    case 'message':
      return contentParts(item)
    case 'reasoning': {
      const text = reasoningText(item)
      const state = stateField('openai', 'signature', textOf(item.encrypted_content))
      return text || state.state ? [{ kind: 'reasoning', text, ...state }] : []
    }
    case 'function_call': {
      const { id, call_id, name, arguments: json } = item
      const called = textOf(call_id) || textOf(id) || fallbackId
      return [{ kind: 'tool_call', id: called, name: textOf(name), arguments: toArgumentsText(json) }]
    }
    case 'image_generation_call':
      return imageParts(item)
    default:
      return []
  }
}

/** Reads the content of a message. Some servers send it as a string. */
function contentParts({ content }: JsonObject): AnswerPart[] {
  if (textOf(content)) return [{ kind: 'text', text: textOf(content) }]
  return objectsOf(content).flatMap(({ text, refusal, annotations }): AnswerPart[] => {
    if (textOf(text)) return [createTextPart(textOf(text), readAnnotations(annotations, textOf(text)))]
    return textOf(refusal) ? [{ kind: 'refusal', text: textOf(refusal) }] : []
  })
}

/** Some servers name the last event as that of realtime sessions is named. */
const LAST_EVENTS = new Set<unknown>(['response.completed', 'response.incomplete', 'response.done'])
export const isLastEvent = ({ type }: JsonObject) => LAST_EVENTS.has(type)

/** Statuses of a background response, whose answer must be fetched separately. */
const UNFINISHED = new Set(['queued', 'in_progress'])

/**
 * Statuses, and the reasons of incomplete responses:
 * https://platform.openai.com/docs/api-reference/responses/object
 */
export const endings: Endings = {
  ordinary: { completed: 'stop', incomplete: 'length', max_output_tokens: 'length', content_filter: 'content_filter' },
  specific: { cancelled: 'failed', failed: 'failed' },
}

/** Reads how a response ended. Throws Refused for a failed one. */
export function readEnding(response: JsonObject, held: { hasCalls: boolean; isEmpty: boolean }): Finish {
  const { status, incomplete_details } = response
  const reason = status === 'incomplete' ? textOf(objectOf(incomplete_details).reason) : ''
  return readFinish(reason || status, endings, held)
}
