import { isRecord } from '#contract/is-record.ts'
import { NO_USAGE } from '#contract/prices/price.ts'
import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { ToolsBesideUsage } from '../counted-tools.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, oneOrMoreObjects, parseObject, readNumber, saysSomething } from '../json.ts'
import { readLogprobs } from '../logprobs.ts'
import { findUsage } from '../openai-usage.ts'
import { readAnnotations, readSources } from './citations.ts'
import { messageOf, readAudio, readEnding, readImages, readTexts, throwError } from './read-answer.ts'
import { ToolCallPieces } from './tool-call-pieces.ts'

/** State of one choice. */
interface Choice {
  calls: ToolCallPieces
  isEmpty: boolean
  /** The text so far, to which offsets of annotations refer. */
  text: string
  isCited: boolean
  /** The chunk with the finish reason. */
  ending: JsonObject | undefined
  isFinished: boolean
}

/** Reads chunks of a chat completion: https://platform.openai.com/docs/api-reference/chat-streaming */
export class OpenAIStreamReader implements StreamReader {
  readonly #choices = new Map<number, Choice>()
  readonly #tools = new ToolsBesideUsage()
  /** The last chunk had usage and no choice, as the last chunk of an answer has. */
  #hasEndedInUsage = false
  /** Sources of the whole answer, which some vendors repeat in every chunk. */
  #sources: Citation[] = []

  /** `callId` is the base for ids of tool calls where the vendor gives none. */
  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const chunk = parseObject(data)
    if (!chunk) throw new Unreadable('a chunk is not a JSON object')
    const choices = oneOrMoreObjects(chunk.choices)
    const tools = this.#tools.add(chunk)
    const usage = findUsage(chunk)
    const sources = readSources(chunk)
    if (sources.length > 0) this.#sources = sources
    this.#hasEndedInUsage = usage !== undefined && choices.length === 0
    const choiceEvents = choices.flatMap((choice) => this.#read(choice))
    const called = tools ? [{ kind: 'usage' as const, usage: { ...NO_USAGE, tools }, ofTools: true as const }] : []
    const used = usage ? [{ kind: 'usage' as const, usage: tools ? { ...usage, tools } : usage }] : called
    return [...choiceEvents, ...this.#citedLate(), ...used]
  }

  /** Some resellers never send a finish reason. */
  end(isMarked: boolean): ChatEvent[] {
    const isOver = isMarked || this.#hasEndedInUsage
    return [...this.#choices].flatMap(([number, choice]) =>
      choice.isFinished || !(choice.ending || (isOver && !choice.isEmpty)) ? [] : this.#finish(number, choice),
    )
  }

  #read(given: JsonObject): ChatEvent[] {
    throwError(given)
    const number = readNumber(given.index) ?? 0
    const choice = this.#choice(number)
    const tokens = readLogprobs(objectOf(given.logprobs).content)
    const contentEvents = this.#contentEvents(number, choice, deltaOf(given, choice))
    if (contentEvents.length > 0) choice.isEmpty = false
    if (tokens.length > 0) contentEvents.unshift({ kind: 'logprobs', choice: number, tokens })
    if (given.finish_reason) choice.ending ??= given
    // Some servers send arguments of calls after the finish reason.
    if (!choice.ending || choice.isFinished || choice.calls.isOpen(choice.ending)) return contentEvents
    return [...contentEvents, ...this.#finish(number, choice)]
  }

  #contentEvents(choice: number, known: Choice, delta: JsonObject): ChatEvent[] {
    const { calls } = known
    const events: ChatEvent[] = []
    const { reasoning, text, refusal } = readTexts(delta)
    if (reasoning) events.push({ kind: 'reasoning', choice, text: reasoning })
    if (text) events.push({ kind: 'text', choice, text })
    known.text += text
    for (const citation of readAnnotations(delta, known.text)) {
      known.isCited = true
      events.push({ kind: 'citation', choice, citation })
    }
    if (refusal) events.push({ kind: 'refusal', choice, text: refusal })
    for (const source of readImages(delta)) events.push({ kind: 'image', choice, source })
    for (const source of readAudio(delta)) events.push({ kind: 'audio', choice, source })
    for (const piece of oneOrMoreObjects(delta.tool_calls)) events.push(...calls.take(piece))
    if (saysSomething(delta.function_call)) events.push(...calls.take({ index: 0, function: delta.function_call }))
    return events
  }

  #finish(number: number, choice: Choice): ChatEvent[] {
    const { calls, isEmpty, ending = {} } = choice
    const { finish, vendorReason } = readEnding(ending, { hasCalls: calls.any, isEmpty })
    choice.isFinished = true
    const own = vendorReason === undefined ? {} : { vendorReason }
    return [...this.#cited(number, choice), ...calls.end(), { kind: 'finish', choice: number, reason: finish, ...own }]
  }

  /** Returns the sources of the whole answer, once and only if its text has no citations. */
  #cited(number: number, choice: Choice): ChatEvent[] {
    if (choice.isCited || choice.text === '') return []
    choice.isCited = this.#sources.length > 0
    return this.#sources.map((citation) => ({ kind: 'citation', choice: number, citation }))
  }

  /** Returns sources that arrived after the end of the answer. */
  #citedLate(): ChatEvent[] {
    if (this.#sources.length === 0) return []
    return [...this.#choices].flatMap(([number, choice]) => (choice.isFinished ? this.#cited(number, choice) : []))
  }

  #choice(number: number): Choice {
    const known = this.#choices.get(number)
    if (known) return known
    const choice = {
      calls: new ToolCallPieces(number, this.callId),
      isEmpty: true,
      text: '',
      isCited: false,
      ending: undefined,
      isFinished: false,
    }
    this.#choices.set(number, choice)
    return choice
  }
}

/**
 * Returns the new content. Some hosts stream messages instead of deltas, and MiniMax repeats the whole message at
 * the end.
 */
function deltaOf(given: JsonObject, { isEmpty }: Choice): JsonObject {
  if (isRecord(given.delta)) return given.delta
  return isEmpty || !isRecord(given.message) ? messageOf(given) : {}
}

/** Longer chunks have content. */
const MAX_OPENING_LENGTH = 2000

/**
 * Returns whether a chunk has no content yet: only the role, an empty text, the prompt's filter results, or usage
 * before the answer.
 */
export function isOpening(data: string): boolean {
  const chunk = data.length > MAX_OPENING_LENGTH ? undefined : parseObject(data)
  if (!chunk || chunk.error || !Array.isArray(chunk.choices)) return false
  return objectsOf(chunk.choices).every(hasNoContent)
}

function hasNoContent({ delta, finish_reason, text, message, error }: JsonObject): boolean {
  if (finish_reason || text || message || error || !isRecord(delta)) return false
  return Object.entries(delta).every(([name, value]) => name === 'role' || isEmptyValue(value))
}

const isEmptyValue = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
