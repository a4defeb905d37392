import type { Usage } from '#contract/prices/price.ts'
import { shiftCitation } from '../citations.ts'
import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { Refused, type StreamReader, Unreadable } from '../dialect.ts'
import { numberOf, objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { readLogprobs } from '../logprobs.ts'
import { type OpenAIError, readUpstreamError } from '../openai-errors.ts'
import { findUsage } from '../openai-usage.ts'
import { stateField } from '../state-seals.ts'
import { CallIndexes, StreamedArguments } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
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
  readonly #calls = new CallIndexes()
  readonly #arguments = new StreamedArguments(0)
  readonly #parts = new ToldParts()
  /** The items whose reasoning was streamed, by id or place. `part`: the reasoning came as whole parts. */
  readonly #reasoned = new Map<unknown, 'delta' | 'part'>()
  #hasEnded = false
  /** The last item that is whole is one with which an answer ends. */
  #mayEnd = false
  /** Items of vendor-run tool calls, so that they are counted even if the stream is interrupted. */
  readonly #tools: JsonObject[] = []
  #terms: ToolTerms = NO_TERMS
  #unfinishedPictures = 0
  #sequence = -1
  #response: JsonObject = {}
  /** UTF-16 code units of all texts so far. */
  #length = 0

  /** `callId`: the base for ids of calls that have none; absent = the caller gets the stream unchanged, with its citations. */
  constructor(private readonly callId?: string) {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    this.#sequence = numberOf(event.sequence_number) ?? this.#sequence + 1
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
        return this.#whole('text', event, event.text)
      case 'response.refusal.done':
        return this.#whole('refusal', event, event.refusal)
      case 'response.content_part.added':
        return isThought(event) ? [] : this.#said('text', { ...event, delta: objectOf(event.part).text })
      case 'response.content_part.done': {
        if (isThought(event)) return []
        const { text, refusal } = objectOf(event.part)
        return textOf(text) ? this.#whole('text', event, text) : this.#whole('refusal', event, refusal)
      }
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#thought(event, 'delta', event.delta)
      case 'response.reasoning_summary_text.done':
      case 'response.reasoning_text.done':
        return this.#howReasoned(event) === 'delta' ? [] : this.#thought(event, 'part', event.text)
      case 'response.reasoning_summary_part.added':
        return this.#howReasoned(event) === 'delta' ? thought(PARAGRAPH) : []
      case 'response.output_item.added':
        return this.#begun(objectOf(event.item), event.output_index)
      case 'response.function_call_arguments.delta':
        return this.#argued(event, event.delta)
      case 'response.function_call_arguments.done':
        return this.#arguments.hasBegun(this.#callOf(event)) ? [] : this.#argued(event, event.arguments)
      // The vendor's own tools, which are only passed on: their text counts as output.
      case 'response.custom_tool_call_input.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.code_interpreter_call_code.delta':
        return textOf(event.delta) ? [{ kind: 'unseen', choice: 0, text: textOf(event.delta) }] : []
      case 'response.image_generation_call.partial_image':
        this.#unfinishedPictures += 1
        return []
      case 'response.output_item.done':
        return this.#itemDone(objectOf(event.item), event.output_index)
      case 'response.failed':
      case 'error':
        throw new Refused(SERVER_ERROR, readUpstreamError(data, SERVER_ERROR))
      default:
        // Some servers leave out the enclosing object, or report the usage beside it.
        return isLastEvent(event) ? this.#finish(objectOf(event.response ?? event), findUsage(event)) : []
    }
  }

  /** Some servers close the stream without its last event. */
  end(isMarked: boolean): ChatEvent[] {
    if (this.#hasEnded || !this.#isTold) return []
    return isMarked || (this.callId !== undefined && this.#mayEnd) ? this.#finish({ status: 'completed' }) : []
  }

  get #isTold(): boolean {
    return this.#parts.any || this.#calls.size > 0
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

  #begun(item: JsonObject, place: unknown): ChatEvent[] {
    this.#mayEnd = false
    if (item.type !== 'function_call') return []
    const { id: item_id, call_id, name, arguments: json } = item
    const index = this.#calls.begin(item_id, call_id, place)
    this.#arguments.begin(index)
    const id = textOf(call_id) || textOf(item_id) || createToolCallId(this.callId ?? '', index)
    const begun = { kind: 'tool_call' as const, choice: 0, index, id, name: textOf(name) }
    // An empty object means that the arguments will follow.
    return [begun, ...(json === '{}' ? [] : this.#arguments.add(index, json))]
  }

  #callOf({ item_id, output_index }: JsonObject): number {
    return this.#calls.find(item_id, output_index)
  }

  #argued(event: JsonObject, piece: unknown): ChatEvent[] {
    return this.#arguments.add(this.#callOf(event), piece)
  }

  #said(kind: ToldPart['kind'], event: JsonObject): ChatEvent[] {
    const text = textOf(event.delta)
    if (!text) return []
    const part = this.#parts.ofEvent(kind, event, this.#length)
    part.told += text.length
    const tokens = readLogprobs(event.logprobs)
    return [
      ...(tokens.length > 0 ? [{ kind: 'logprobs' as const, choice: 0, tokens }] : []),
      ...this.#spoken(part, text),
    ]
  }

  #thought(event: JsonObject, came: 'delta' | 'part', text: unknown): ChatEvent[] {
    const isNext = came === 'part' && this.#howReasoned(event) !== undefined
    for (const name of namesOf(event)) this.#reasoned.set(name, came)
    return textOf(text) ? [...(isNext ? thought(PARAGRAPH) : []), ...thought(textOf(text))] : []
  }

  #howReasoned(event: JsonObject): 'delta' | 'part' | undefined {
    const known = namesOf(event).find((name) => this.#reasoned.has(name))
    return this.#reasoned.get(known)
  }

  #whole(kind: ToldPart['kind'], event: JsonObject, whole: unknown): ChatEvent[] {
    return textOf(whole) ? this.#rest(this.#parts.ofWhole(kind, event, this.#length), whole) : []
  }

  /** Emits what a part has beyond its deltas: some servers stream only some of it, or only the whole part. */
  #rest(part: ToldPart, whole: unknown): ChatEvent[] {
    const text = textOf(whole).slice(part.told)
    part.told = Number.POSITIVE_INFINITY
    return this.#spoken(part, text)
  }

  #spoken(part: ToldPart, text: string): ChatEvent[] {
    if (part.kind === 'text' && !this.#passes) {
      part.text += text
      this.#length += text.length
    }
    return text ? [{ kind: part.kind, choice: 0, text }] : []
  }

  #annotated(event: JsonObject): ChatEvent[] {
    if (this.#passes) return []
    const of = this.#parts.ofEvent('text', event, this.#length)
    of.cited += 1
    return [cited(readAnnotation(objectOf(event.annotation), of.text), of)]
  }

  /** Emits the annotations that had no event of their own. */
  #citedAtEnd(of: ToldPart, annotations: unknown): ChatEvent[] {
    if (this.#passes || of.kind === 'refusal') return []
    const rest = readAnnotations(annotations, of.text).slice(of.cited)
    of.cited += rest.length
    return rest.map((citation) => cited(citation, of))
  }

  #itemDone(item: JsonObject, place: unknown): ChatEvent[] {
    this.#mayEnd = item.type === 'message' || item.type === 'function_call'
    if (isToolCall(item)) return this.#toolDone(item)
    if (item.type === 'message') {
      // Some servers split the text in another way here.
      const isTold = this.#parts.textOf(item, place ?? 0) === textsOf(item)
      const parts = this.#parts.ofMessage(item, place ?? 0, () => this.#length)
      const rest = parts.flatMap(({ part, content }) =>
        this.#rest(part, isTold && textOf(content.text) ? '' : content.text || content.refusal),
      )
      return [...rest, ...parts.flatMap(({ part, content }) => this.#citedAtEnd(part, content.annotations))]
    }
    if (item.type === 'reasoning') {
      const { state } = stateField('openai', 'signature', textOf(item.encrypted_content))
      const names = { item_id: item.id, output_index: place }
      const isTold = this.#howReasoned(names) !== undefined
      for (const name of namesOf(names)) this.#reasoned.set(name, 'part')
      return [
        ...(isTold ? [] : thought(reasoningText(item))),
        ...(state ? [{ kind: 'state' as const, choice: 0, state }] : []),
      ]
    }
    return item.type === 'function_call' ? this.#callDone(item, place) : []
  }

  #callDone(item: JsonObject, place: unknown): ChatEvent[] {
    const { id, call_id, arguments: json } = item
    const isKnown = this.#calls.has(id, call_id) || (!textOf(id) && !textOf(call_id) && this.#calls.has(place))
    const opening = isKnown ? [] : this.#begun({ ...item, arguments: '' }, place)
    const index = this.#calls.find(id, call_id, place)
    const whole = this.#arguments.hasBegun(index) ? [] : this.#arguments.add(index, json)
    return [...opening, ...whole, ...this.#arguments.end(index)]
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

  #finish(response: JsonObject, beside?: Usage): ChatEvent[] {
    const items = objectsOf(response.output).filter(isToolCall)
    if (Array.isArray(response.tools)) this.#terms = readToolTerms(response.tools)
    const drawn = objectOf(response.tool_usage).image_gen
    const use = this.#toolUse(items.length > 0 ? items : this.#tools)
    const usage = withToolCalls(findUsage(response) ?? beside, { ...use, drawn })
    const late = this.#untold(objectsOf(response.output))
    this.#hasEnded = true
    const held = { hasCalls: this.#calls.size > 0, isEmpty: !this.#isTold }
    const { finish: reason, ...own } = readEnding(response, held)
    const finish = { kind: 'finish' as const, choice: 0, reason, ...own }
    return [...late, ...this.#arguments.endAll(), ...(usage ? [{ kind: 'usage' as const, usage }] : []), finish]
  }

  /** Emits what only the finished response has: some servers stream some of its items, or none. */
  #untold(items: readonly JsonObject[]): ChatEvent[] {
    const isSaid = this.#parts.any
    const isReasoned = this.#reasoned.size > 0
    const counted = this.#tools.length
    if (this.#passes && this.#isTold) return []
    return items.flatMap((item, at) => {
      if (item.type === 'message') return isSaid ? this.#restOf(items) : this.#itemDone(item, at)
      if (item.type === 'reasoning') return isReasoned ? [] : this.#itemDone(item, `late ${at}`)
      if (item.type === 'function_call') {
        const isKnown = this.#calls.has(item.id, item.call_id)
        return isKnown || items.filter(isCall).length <= this.#calls.size ? [] : this.#callDone(item, `late ${at}`)
      }
      return isToolCall(item) && counted === 0 ? this.#toolDone(item) : []
    })
  }

  /** Emits the texts of all messages beyond those that events told, whatever their numbers were. */
  #restOf(items: readonly JsonObject[]): ChatEvent[] {
    const all = items
      .filter(({ type }) => type === 'message')
      .map((item) => textsOf(item))
      .join('')
    const told = this.#parts.allText
    if (!all.startsWith(told) || all.length === told.length) return []
    return this.#spoken(this.#parts.ofEvent('text', { output_index: 'late' }, this.#length), all.slice(told.length))
  }

  get #passes(): boolean {
    return this.callId === undefined
  }
}

const isThought = ({ part }: JsonObject) => textOf(objectOf(part).type).startsWith('reasoning')
const isCall = ({ type }: JsonObject) => type === 'function_call'
/** The names of an item in an event: its id and its place, as far as they are given. */
const namesOf = ({ item_id, output_index }: JsonObject) =>
  textOf(item_id) ? [item_id, ...(output_index === undefined ? [] : [output_index])] : [output_index ?? 0]
const thought = (text: string): ChatEvent[] => (text ? [{ kind: 'reasoning', choice: 0, text }] : [])
const textsOf = ({ content }: JsonObject) =>
  typeof content === 'string'
    ? content
    : objectsOf(content)
        .map(({ text }) => textOf(text))
        .join('')

const cited = (citation: Citation, { start }: ToldPart) => ({
  kind: 'citation' as const,
  choice: 0,
  citation: shiftCitation(citation, start),
})
