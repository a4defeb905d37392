import { shiftCitation } from '../citations.ts'
import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { Refused, type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { type OpenAIError, readUpstreamError } from '../openai-errors.ts'
import { findUsage } from '../openai-usage.ts'
import { stateField } from '../state-seals.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { readAnnotation, readAnnotations } from './citations.ts'
import { contentParts, readEnding } from './read-answer.ts'
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
  /**
   * Characters emitted so far of each part of an item, and of its reasoning: text that later events repeat is not
   * emitted again.
   */
  readonly #told = new Map<string, number>()
  /** Items of vendor-run tool calls, so that they are counted even if the stream is interrupted. */
  readonly #tools: JsonObject[] = []
  #terms: ToolTerms = NO_TERMS
  #unfinishedPictures = 0
  #sequence = -1
  #response: JsonObject = {}
  /** The texts, by the position of their part. Offsets of annotations refer to them. */
  readonly #texts = new Map<string, CitedText>()
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
        return this.#rest('text', event, event.text)
      case 'response.refusal.done':
        return this.#rest('refusal', event, event.refusal)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#said('reasoning', event)
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

  #said(kind: Spoken, event: JsonObject): ChatEvent[] {
    const text = textOf(event.delta)
    if (text && kind !== 'reasoning')
      this.#told.set(placeOf(event), (this.#told.get(placeOf(event)) ?? 0) + text.length)
    return this.#spoken(kind, event, text)
  }

  /** Emits what a part has beyond its deltas: some servers stream only some of it, or only the whole part. */
  #rest(kind: Spoken, place: JsonObject, whole: unknown): ChatEvent[] {
    const text = textOf(whole).slice(this.#told.get(placeOf(place)) ?? 0)
    this.#told.set(placeOf(place), Number.POSITIVE_INFINITY)
    return this.#spoken(kind, place, text)
  }

  #spoken(kind: Spoken, place: JsonObject, text: string): ChatEvent[] {
    if (kind === 'text' && !this.passes) {
      this.#textAt(place).text += text
      this.#length += text.length
    }
    return text ? [{ kind, choice: 0, text }] : []
  }

  #textAt(place: JsonObject): CitedText {
    const known = this.#texts.get(placeOf(place)) ?? { text: '', start: this.#length, cited: 0 }
    this.#texts.set(placeOf(place), known)
    return known
  }

  #annotated(event: JsonObject): ChatEvent[] {
    if (this.passes) return []
    const of = this.#textAt(event)
    of.cited += 1
    return [cited(readAnnotation(objectOf(event.annotation), of.text), of)]
  }

  /** Emits the annotations that had no event of their own. */
  #citedAtEnd(content: unknown, output_index: number): ChatEvent[] {
    if (this.passes) return []
    return objectsOf(content).flatMap(({ annotations }, content_index) => {
      const of = this.#textAt({ output_index, content_index })
      const rest = readAnnotations(annotations, of.text).slice(of.cited)
      of.cited += rest.length
      return rest.map((citation) => cited(citation, of))
    })
  }

  #itemDone(item: JsonObject, at: number): ChatEvent[] {
    if (isToolCall(item)) return this.#toolDone(item)
    if (item.type === 'message') {
      const rest = contentParts(item).flatMap((part, content_index) =>
        part.kind === 'text' || part.kind === 'refusal'
          ? this.#rest(part.kind, { output_index: at, content_index }, part.text)
          : [],
      )
      return [...rest, ...this.#citedAtEnd(item.content, at)]
    }
    if (item.type === 'reasoning') {
      const { state } = stateField('openai', 'signature', textOf(item.encrypted_content))
      return state ? [{ kind: 'state', choice: 0, state }] : []
    }
    if (item.type !== 'function_call') return []
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
    const isEmpty = this.#told.size === 0 && this.#calls.size === 0
    const { finish: reason, ...own } = readEnding(response, { hasCalls: this.#calls.size > 0, isEmpty })
    const finish = { kind: 'finish' as const, choice: 0, reason, ...own }
    return [...this.#arguments.endAll(), ...(usage ? [{ kind: 'usage' as const, usage }] : []), finish]
  }
}

/** A text, its offset among all texts, and the number of its annotations that were emitted. */
interface CitedText {
  text: string
  start: number
  cited: number
}

const cited = (citation: Citation, { start }: CitedText) => ({
  kind: 'citation' as const,
  choice: 0,
  citation: shiftCitation(citation, start),
})

type Spoken = 'text' | 'refusal' | 'reasoning'

/** Returns the position of a part in the response. */
const placeOf = ({ output_index, content_index }: JsonObject) => `${output_index ?? 0} ${content_index ?? 0}`
