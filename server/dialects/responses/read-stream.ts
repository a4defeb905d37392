import type { ChatEvent, JsonObject } from '../conversation.ts'
import { Refused, type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parsedObject, textOf } from '../json.ts'
import { type OpenAIError, readUpstreamError } from '../openai-errors.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { finishReason } from './read-answer.ts'
import { countedPart, type Gigabytes, gigabytesIn, isToolCall, withTools } from './tool-calls.ts'
import { failureEvents } from './write-error.ts'

const SERVER_ERROR = 500
/** Between the parts of a summary. */
const PARAGRAPH = '\n\n'

/** Reads the events of a response: https://platform.openai.com/docs/api-reference/responses-streaming */
export class ResponsesStreamReader implements StreamReader {
  /** The number of each call of a function, by the index of its item. */
  readonly #calls = new Map<number, number>()
  /** Indexes of calls that have shown arguments. */
  readonly #argued = new Set<number>()
  /** What tells of calls of tools that the vendor runs, so that those of a stream that is cut are known. */
  readonly #tools: JsonObject[] = []
  #gigabytes: Gigabytes = {}
  #sequence = -1
  #response: JsonObject = {}

  read(data: string): ChatEvent[] {
    const event = parsedObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    this.#sequence = numberOf(event.sequence_number) ?? this.#sequence + 1
    const at = numberOf(event.output_index) ?? 0
    switch (event.type) {
      case 'response.created':
        return this.#begin(objectOf(event.response))
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        return said('text', event.delta)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return said('reasoning', event.delta)
      case 'response.reasoning_summary_part.added':
        return said('reasoning', event.summary_index === 0 ? '' : PARAGRAPH)
      case 'response.output_item.added':
        return this.#item(objectOf(event.item), at)
      case 'response.function_call_arguments.delta':
      // Tools of the vendor's own, which are only passed on: their text counts as output.
      case 'response.custom_tool_call_input.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.code_interpreter_call_code.delta':
        return this.#arguments(event.delta, at)
      case 'response.output_item.done':
        return this.#itemDone(objectOf(event.item), at)
      case 'response.completed':
      case 'response.incomplete':
        return this.#finish(objectOf(event.response))
      case 'response.failed':
      case 'error':
        throw new Refused(SERVER_ERROR, readUpstreamError(data, SERVER_ERROR))
      default:
        return []
    }
  }

  /** Goes on from the last event that was read. */
  fail(error: OpenAIError, requestId: string): string {
    return failureEvents(error, requestId, { sequence: this.#sequence + 1, response: this.#response })
  }

  /** Only what a later event repeats of it: the rest is as long as the request. */
  #begin({ id, object, created_at, model, tools }: JsonObject): ChatEvent[] {
    this.#gigabytes = gigabytesIn(tools)
    this.#response = { id, object, created_at, model, output: [], usage: null }
    return []
  }

  #item(item: JsonObject, at: number): ChatEvent[] {
    if (item.type !== 'function_call') return []
    const index = this.#calls.size
    this.#calls.set(at, index)
    const { call_id, name, arguments: json } = item
    const begun = { kind: 'tool_call' as const, choice: 0, index, id: textOf(call_id), name: textOf(name) }
    return [begun, ...this.#arguments(json, at)]
  }

  #arguments(delta: unknown, at: number): ChatEvent[] {
    const text = textOf(delta)
    if (!text) return []
    this.#argued.add(at)
    return [{ kind: 'arguments', choice: 0, index: this.#calls.get(at) ?? -1, text }]
  }

  #itemDone(item: JsonObject, at: number): ChatEvent[] {
    if (isToolCall(item)) return this.#toolDone(item)
    if (item.type === 'reasoning' && textOf(item.encrypted_content)) {
      return [{ kind: 'signature', choice: 0, signature: textOf(item.encrypted_content) }]
    }
    if (item.type !== 'function_call' || this.#argued.has(at)) return []
    const opening = this.#calls.has(at) ? [] : this.#item({ ...item, arguments: '' }, at)
    return [...opening, ...this.#arguments(item.arguments, at)]
  }

  #toolDone(item: JsonObject): ChatEvent[] {
    this.#tools.push(countedPart(item))
    const usage = withTools(undefined, { items: this.#tools, gigabytes: this.#gigabytes })
    const { type, result, output_format } = item
    const picture = type === 'image_generation_call' ? textOf(result) : ''
    const source = { mediaType: `image/${textOf(output_format) || 'png'}`, data: picture }
    return [
      ...(picture ? [{ kind: 'image' as const, choice: 0, source }] : []),
      ...(usage ? [{ kind: 'usage' as const, usage, ofTools: true as const }] : []),
    ]
  }

  #finish(response: JsonObject): ChatEvent[] {
    const items = objectsOf(response.output).filter(isToolCall)
    const use = { items: items.length > 0 ? items : this.#tools, gigabytes: this.#gigabytes }
    const usage = withTools(readOpenAIUsage(response.usage), use)
    const finish = { kind: 'finish' as const, choice: 0, reason: finishReason(response, this.#calls.size > 0) }
    return usage ? [{ kind: 'usage', usage }, finish] : [finish]
  }
}

function said(kind: 'text' | 'reasoning', delta: unknown): ChatEvent[] {
  return textOf(delta) ? [{ kind, choice: 0, text: textOf(delta) }] : []
}
