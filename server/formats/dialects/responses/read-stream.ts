import { shiftCitation } from '../citations.ts'
import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { Refused, type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { type OpenAIError, readUpstreamError } from '../openai-errors.ts'
import { findUsage } from '../openai-usage.ts'
import { stateField } from '../state-seals.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { readAnnotation, readAnnotations } from './citations.ts'
import { isLastEvent, readEnding } from './read-answer.ts'
import { reasoningText } from './read-input.ts'
import { type ToldPart, ToldParts } from './told-parts.ts'
import { isToolCall, NO_TERMS, readToolTerms, type ToolTerms, toCountedItem, withToolCalls } from './tool-calls.ts'
import { failureEvents } from './write-error.ts'

const SERVER_ERROR = 500
/** Separates the parts of a summary. */
const PARAGRAPH = '\n\n'

/** Reads the events of a response: https://platform.openai.com/docs/api-reference/responses-streaming */
export class ResponsesStreamReader implements StreamReader {
  /** The index of each function call, by the index of its item. */
  readonly #calls = new Map<number, number>()
  readonly #arguments = new StreamedArguments(0)
  /** The index of each function call, by the id of the call. */
  readonly #byCallId = new Map<string, number>()
  readonly #parts = new ToldParts()
  /** The items whose reasoning was streamed. */
  readonly #reasoned = new Set<number>()
  /** Items of vendor-run tool calls, so that they are counted even if the stream is interrupted. */
  readonly #tools: JsonObject[] = []
  #terms: ToolTerms = NO_TERMS
  #unfinishedPictures = 0
  #sequence = -1
  #response: JsonObject = {}
  /** UTF-16 code units of all texts so far. */
  #length = 0

  /** `passes`: the caller gets the stream unchanged, including its citations. */
  constructor(private readonly passes = false) {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    this.#sequence = numberOf(event.sequence_number) ?? this.#sequence + 1
    const at = numberOf(event.output_index) ?? 0
    switch (event.type) {
      case 'response.created':
        return this.#begin(objectOf(event.response))
      case 'response.output_text.delta':
        return this.#said('text', event)
      case 'response.output_text.annotation.added':
        return this.#annotated(event)
      case 'response.refusal.delta':
        return this.#said('refusal', event)
      case 'response.output_text.done':
        return this.#rest(this.#parts.ofWhole('text', event, this.#length), event.text)
      case 'response.refusal.done':
        return this.#rest(this.#parts.ofWhole('refusal', event, this.#length), event.refusal)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#thought(event, at)
      case 'response.reasoning_summary_part.added':
        return event.summary_index === 0 ? [] : [{ kind: 'reasoning', choice: 0, text: PARAGRAPH }]
      case 'response.output_item.added':
        return this.#item(objectOf(event.item), at)
      case 'response.function_call_arguments.delta':
        return this.#argued(event.delta, at)
      case 'response.function_call_arguments.done':
        return this.#argued(this.#hasArgued(at) ? '' : event.arguments, at)
      // The vendor's own tools, which are only passed on: their text counts as output.
      case 'response.custom_tool_call_input.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.code_interpreter_call_code.delta':
        return textOf(event.delta) ? [{ kind: 'unseen', choice: 0, text: textOf(event.delta) }] : []
      case 'response.image_generation_call.partial_image':
        this.#unfinishedPictures += 1
        return []
      case 'response.output_item.done':
        return this.#itemDone(objectOf(event.item), at)
      case 'response.failed':
      case 'error':
        throw new Refused(SERVER_ERROR, readUpstreamError(data, SERVER_ERROR))
      default:
        return isLastEvent(event) ? this.#finish(objectOf(event.response)) : []
    }
  }

  /** Continues after the last event that was read. */
  fail(error: OpenAIError, requestId: string): string {
    return failureEvents(error, requestId, { sequence: this.#sequence + 1, response: this.#response })
  }

  /** Keeps only what later events repeat: the rest is as long as the request. */
  #begin({ id, object, created_at, model, tools }: JsonObject): ChatEvent[] {
    this.#terms = readToolTerms(tools)
    this.#response = { id, object, created_at, model, output: [], usage: null }
    return []
  }

  #item(item: JsonObject, at: number): ChatEvent[] {
    if (item.type !== 'function_call') return []
    const index = this.#calls.size
    this.#calls.set(at, index)
    this.#byCallId.set(textOf(item.call_id), index)
    this.#arguments.begin(index)
    const { call_id, name, arguments: json } = item
    const begun = { kind: 'tool_call' as const, choice: 0, index, id: textOf(call_id), name: textOf(name) }
    return [begun, ...this.#argued(json, at)]
  }

  #argued(piece: unknown, at: number): ChatEvent[] {
    return this.#arguments.add(this.#calls.get(at) ?? -1, piece)
  }

  #hasArgued(at: number): boolean {
    return this.#arguments.hasBegun(this.#calls.get(at) ?? -1)
  }

  #said(kind: ToldPart['kind'], event: JsonObject): ChatEvent[] {
    const text = textOf(event.delta)
    if (!text) return []
    const part = this.#parts.ofEvent(kind, event, this.#length)
    part.told += text.length
    return this.#spoken(part, text)
  }

  #thought(event: JsonObject, at: number): ChatEvent[] {
    this.#reasoned.add(at)
    return textOf(event.delta) ? [{ kind: 'reasoning', choice: 0, text: textOf(event.delta) }] : []
  }

  /** Emits what a part has beyond its deltas: some servers stream only some of it, or only the whole part. */
  #rest(part: ToldPart, whole: unknown): ChatEvent[] {
    const text = textOf(whole).slice(part.told)
    part.told = Number.POSITIVE_INFINITY
    return this.#spoken(part, text)
  }

  #spoken(part: ToldPart, text: string): ChatEvent[] {
    if (part.kind === 'text' && !this.passes) {
      part.text += text
      this.#length += text.length
    }
    return text ? [{ kind: part.kind, choice: 0, text }] : []
  }

  #annotated(event: JsonObject): ChatEvent[] {
    if (this.passes) return []
    const of = this.#parts.ofEvent('text', event, this.#length)
    of.cited += 1
    return [cited(readAnnotation(objectOf(event.annotation), of.text), of)]
  }

  /** Emits the annotations that had no event of their own. */
  #citedAtEnd(of: ToldPart, annotations: unknown): ChatEvent[] {
    if (this.passes || of.kind === 'refusal') return []
    const rest = readAnnotations(annotations, of.text).slice(of.cited)
    of.cited += rest.length
    return rest.map((citation) => cited(citation, of))
  }

  #itemDone(item: JsonObject, at: number): ChatEvent[] {
    if (isToolCall(item)) return this.#toolDone(item)
    if (item.type === 'message') {
      const parts = this.#parts.ofMessage(item, at, () => this.#length)
      const rest = parts.flatMap(({ part, content }) => this.#rest(part, content.text || content.refusal))
      return [...rest, ...parts.flatMap(({ part, content }) => this.#citedAtEnd(part, content.annotations))]
    }
    if (item.type === 'reasoning') {
      const { state } = stateField('openai', 'signature', textOf(item.encrypted_content))
      const text = this.#reasoned.has(at) ? '' : reasoningText(item)
      this.#reasoned.add(at)
      return [
        ...(text ? [{ kind: 'reasoning' as const, choice: 0, text }] : []),
        ...(state ? [{ kind: 'state' as const, choice: 0, state }] : []),
      ]
    }
    return item.type === 'function_call' ? this.#callDone(item, at) : []
  }

  #callDone(item: JsonObject, at: number): ChatEvent[] {
    const known = this.#byCallId.get(textOf(item.call_id))
    if (known !== undefined) this.#calls.set(at, known)
    const opening = this.#calls.has(at) ? [] : this.#item({ ...item, arguments: '' }, at)
    const whole = this.#hasArgued(at) ? [] : this.#argued(item.arguments, at)
    return [...opening, ...whole, ...this.#arguments.end(this.#calls.get(at) ?? -1)]
  }

  #toolDone(item: JsonObject): ChatEvent[] {
    this.#tools.push(toCountedItem(item))
    const usage = withToolCalls(undefined, this.#toolUse(this.#tools))
    const { type, result, output_format } = item
    const picture = type === 'image_generation_call' ? textOf(result) : ''
    const source = { mediaType: `image/${textOf(output_format) || 'png'}`, data: picture }
    return [
      ...(picture ? [{ kind: 'image' as const, choice: 0, source }] : []),
      ...(usage ? [{ kind: 'usage' as const, usage, ofTools: true as const }] : []),
    ]
  }

  #toolUse(items: readonly JsonObject[]) {
    return { items, terms: this.#terms, unfinished: this.#unfinishedPictures }
  }

  #finish(response: JsonObject): ChatEvent[] {
    const items = objectsOf(response.output).filter(isToolCall)
    if (Array.isArray(response.tools)) this.#terms = readToolTerms(response.tools)
    const drawn = objectOf(response.tool_usage).image_gen
    const use = this.#toolUse(items.length > 0 ? items : this.#tools)
    const usage = withToolCalls(findUsage(response), { ...use, drawn })
    // Some servers stream nothing before the finished response.
    const isUntold = !this.#parts.any && this.#calls.size === 0
    const late = isUntold
      ? objectsOf(response.output).flatMap((item, at) => (isToolCall(item) ? [] : this.#itemDone(item, at)))
      : []
    const isEmpty = !this.#parts.any && this.#calls.size === 0
    const { finish: reason, ...own } = readEnding(response, { hasCalls: this.#calls.size > 0, isEmpty })
    const finish = { kind: 'finish' as const, choice: 0, reason, ...own }
    return [...late, ...this.#arguments.endAll(), ...(usage ? [{ kind: 'usage' as const, usage }] : []), finish]
  }
}

const cited = (citation: Citation, { start }: ToldPart) => ({
  kind: 'citation' as const,
  choice: 0,
  citation: shiftCitation(citation, start),
})
