import type { ChatEvent, Citation, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { isObject, numberIn, objectsIn, parsedObject } from '../json.ts'
import { usageIn } from '../openai-usage.ts'
import { readAnnotations, readSources } from './citations.ts'
import { messageOf, picturesOf, readEnding, soundOf, throwError, wordsOf } from './read-answer.ts'
import { ToolCallPieces } from './tool-call-pieces.ts'

/** What is known of one choice. */
interface Choice {
  calls: ToolCallPieces
  isEmpty: boolean
  /** The text so far, which annotations count in. */
  text: string
  isCited: boolean
  isFinished: boolean
}

/** Reads chunks of a chat completion: https://platform.openai.com/docs/api-reference/chat-streaming */
export class OpenAIStreamReader implements StreamReader {
  readonly #choices = new Map<number, Choice>()
  /** The last chunk had the usage and no choice, as the last one of an answer has. */
  #hasEndedInUsage = false
  /** Those of the answer as a whole, which some vendors repeat in every chunk. */
  #sources: Citation[] = []

  /** `callId` makes ids of tool calls where the vendor has none. */
  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const chunk = parsedObject(data)
    if (!chunk) throw new Unreadable('a chunk is not a JSON object')
    const choices = objectsIn(chunk.choices)
    const usage = usageIn(chunk)
    const sources = readSources(chunk)
    if (sources.length > 0) this.#sources = sources
    this.#hasEndedInUsage = usage !== undefined && choices.length === 0
    const said = choices.flatMap((choice) => this.#read(choice))
    return [...said, ...this.#citedLate(), ...(usage ? [{ kind: 'usage' as const, usage }] : [])]
  }

  /** Some resellers never say how an answer ended. */
  end(isMarked: boolean): ChatEvent[] {
    if (!isMarked && !this.#hasEndedInUsage) return []
    return [...this.#choices].flatMap(([number, choice]) =>
      choice.isEmpty || choice.isFinished ? [] : this.#finish(number, choice, {}),
    )
  }

  #read(given: JsonObject): ChatEvent[] {
    throwError(given)
    const number = numberIn(given.index) ?? 0
    const choice = this.#choice(number)
    const said = this.#said(number, choice, deltaOf(given, choice))
    if (said.length > 0) choice.isEmpty = false
    return given.finish_reason && !choice.isFinished ? [...said, ...this.#finish(number, choice, given)] : said
  }

  #said(choice: number, known: Choice, delta: JsonObject): ChatEvent[] {
    const { calls } = known
    const events: ChatEvent[] = []
    const { reasoning, text, refusal } = wordsOf(delta)
    if (reasoning) events.push({ kind: 'reasoning', choice, text: reasoning })
    if (text) events.push({ kind: 'text', choice, text })
    known.text += text
    for (const citation of readAnnotations(delta, known.text)) {
      known.isCited = true
      events.push({ kind: 'citation', choice, citation })
    }
    if (refusal) events.push({ kind: 'refusal', choice, text: refusal })
    for (const source of picturesOf(delta)) events.push({ kind: 'image', choice, source })
    for (const source of soundOf(delta)) events.push({ kind: 'audio', choice, source })
    for (const piece of objectsIn(delta.tool_calls)) events.push(...calls.take(piece))
    if (isObject(delta.function_call)) events.push(...calls.take({ index: 0, function: delta.function_call }))
    return events
  }

  #finish(number: number, choice: Choice, given: JsonObject): ChatEvent[] {
    const { calls, isEmpty } = choice
    const { finish, vendorReason } = readEnding(given, { hasCalls: calls.any, isEmpty })
    choice.isFinished = true
    const own = vendorReason === undefined ? {} : { vendorReason }
    return [...this.#cited(number, choice), ...calls.end(), { kind: 'finish', choice: number, reason: finish, ...own }]
  }

  /** The sources of the answer as a whole, once and where its text has no citations. */
  #cited(number: number, choice: Choice): ChatEvent[] {
    if (choice.isCited || choice.text === '') return []
    choice.isCited = this.#sources.length > 0
    return this.#sources.map((citation) => ({ kind: 'citation', choice: number, citation }))
  }

  /** Sources that came behind the end of the answer. */
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
      isFinished: false,
    }
    this.#choices.set(number, choice)
    return choice
  }
}

/** What is new. Some hosts stream messages instead of deltas; MiniMax repeats the whole one in the end. */
function deltaOf(given: JsonObject, { isEmpty }: Choice): JsonObject {
  if (isObject(given.delta)) return given.delta
  return isEmpty || !isObject(given.message) ? messageOf(given) : {}
}
