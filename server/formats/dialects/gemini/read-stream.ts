import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, oneOrMoreObjects, parseObject, readNumber, textOf, withoutUndefined } from '../json.ts'
import { readLogprobsResult } from '../logprobs.ts'
import { stateField } from '../state-seals.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { toCamelCase } from './camel-case.ts'
import { readCitations } from './citations.ts'
import { readEnding, readReason } from './endings.ts'
import { PartialArguments } from './partial-arguments.ts'
import { blockReason, callIds, partsOf, readMedia } from './read-answer.ts'
import { readUsage } from './read-usage.ts'
import { GoogleSearches } from './tool-calls.ts'

/** State of one candidate of a stream. */
interface Candidate {
  choice: number
  calls: number
  /** The call whose arguments are still arriving. */
  open: PartialArguments | undefined
  isEmpty: boolean
  isFinished: boolean
  /** The text so far, and the source metadata, whose offsets refer to it. */
  text: string
  sources: JsonObject
}

/**
 * Reads a stream of partial answers:
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export class GeminiStreamReader implements StreamReader {
  readonly #candidates = new Map<number, Candidate>()
  readonly #nextId: (given: unknown) => string
  #usage: JsonObject = {}
  readonly #searches = new GoogleSearches()

  /** The caller gets the stream unchanged. */
  readonly #passes: boolean

  constructor(callId?: string) {
    this.#nextId = callIds(callId ?? '')
    this.#passes = callId === undefined
  }

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    const answer = toCamelCase(event)
    const events = oneOrMoreObjects(answer.candidates).flatMap((candidate) => this.#read(toCamelCase(candidate)))
    const blocked = blockReason(answer)
    if (blocked) events.push(...this.#blocked(blocked))
    return [...events, ...this.#used(answer)]
  }

  /** Some servers give no reason for the end, but mark it. */
  end(isMarked: boolean): ChatEvent[] {
    const open = [...this.#candidates.values()].filter(({ isEmpty, isFinished }) => !isEmpty && !isFinished)
    return isMarked ? open.flatMap((candidate) => this.#finish(candidate, 'STOP')) : []
  }

  /** Reports a search with the usage, or at once if the event has none, because the stream may be interrupted. */
  #used({ usageMetadata, candidates, modelVersion }: JsonObject): ChatEvent[] {
    const read = readUsage(objectOf(usageMetadata), this.#usage)
    this.#usage = read.raw
    const added = oneOrMoreObjects(candidates).map((candidate) =>
      this.#searches.add(toCamelCase(candidate).groundingMetadata),
    )
    const usage = this.#searches.counted(read.usage, { modelVersion })
    if (usageMetadata && read.usage && usage) return [{ kind: 'usage', usage }]
    return usage && added.includes(true) ? [{ kind: 'usage', usage, ofTools: true }] : []
  }

  #candidate(choice: number): Candidate {
    const known = this.#candidates.get(choice)
    if (known) return known
    const fresh = { choice, calls: 0, open: undefined, isEmpty: true, isFinished: false, text: '', sources: {} }
    this.#candidates.set(choice, fresh)
    return fresh
  }

  /** Ends the answer because of a content filter, for any reason. */
  #blocked(vendorReason: string): ChatEvent[] {
    const first = this.#candidate(0)
    if (first.isFinished) return []
    first.isFinished = true
    return [...close(first), { kind: 'finish', choice: 0, reason: 'content_filter', vendorReason }]
  }

  #read(given: JsonObject): ChatEvent[] {
    const candidate = this.#candidate(readNumber(given.index) ?? 0)
    if (candidate.isFinished) return []
    const events = partsOf(given).flatMap((part) => this.#part(part, candidate))
    if (events.length > 0) candidate.isEmpty = false
    const tokens = readLogprobsResult(given.logprobsResult)
    if (tokens.length > 0) events.unshift({ kind: 'logprobs', choice: candidate.choice, tokens })
    const { groundingMetadata, citationMetadata } = given
    Object.assign(candidate.sources, withoutUndefined({ groundingMetadata, citationMetadata }))
    const word = readReason(given.finishReason)
    return word === undefined ? events : [...events, ...this.#finish(candidate, word)]
  }

  #finish(candidate: Candidate, word: string): ChatEvent[] {
    const closed = close(candidate)
    const { choice, calls, isEmpty } = candidate
    const citations = this.#passes ? [] : readCitations(candidate.sources, candidate.text)
    const cited = citations.map((citation) => ({ kind: 'citation' as const, choice, citation }))
    candidate.isFinished = true
    const { finish, ...own } = readEnding(word, { hasCalls: calls > 0, isEmpty, passes: this.#passes })
    return [...cited, ...closed, { kind: 'finish', choice, reason: finish, ...own }]
  }

  #part(part: JsonObject, candidate: Candidate): ChatEvent[] {
    const { choice } = candidate
    if (part.functionCall && (textOf(objectOf(part.functionCall).name) || !textOf(part.text)))
      return this.#call(objectOf(part.functionCall), textOf(part.thoughtSignature), candidate)
    const media = readMedia(part)
    if (media && 'data' in media.source) return [{ kind: media.kind, choice, source: media.source }]
    const text = textOf(part.text)
    if (!this.#passes && part.thought !== true) candidate.text += text
    return text === '' ? [] : [{ kind: part.thought === true ? 'reasoning' : 'text', choice, text }]
  }

  /** Reads a whole call, or a piece of one: the first piece names the function, and an empty one ends the call. */
  #call(call: JsonObject, signature: string, candidate: Candidate): ChatEvent[] {
    const name = textOf(call.name)
    const begun = name ? [...close(candidate), ...this.#begin(call, name, signature, candidate)] : []
    for (const piece of objectsOf(call.partialArgs)) candidate.open?.add(piece)
    const goesOn = call.willContinue === true || objectsOf(call.partialArgs).length > 0
    return goesOn ? begun : [...begun, ...close(candidate)]
  }

  #begin({ id, args, ...rest }: JsonObject, name: string, signature: string, candidate: Candidate): ChatEvent[] {
    const { choice } = candidate
    const index = candidate.calls++
    const event = { kind: 'tool_call' as const, choice, index, id: this.#nextId(id), name }
    const begun = { ...event, ...stateField('gemini', 'call', signature) }
    if (args === undefined && (rest.willContinue === true || rest.partialArgs)) {
      candidate.open = new PartialArguments()
      return [begun]
    }
    return [begun, { kind: 'arguments', choice, index, text: toArgumentsText(args) }]
  }
}

/** Emits the arguments of a call that arrived in pieces. They are valid JSON only when complete. */
function close(candidate: Candidate): ChatEvent[] {
  const { open, choice, calls } = candidate
  candidate.open = undefined
  return open ? [{ kind: 'arguments', choice, index: calls - 1, text: open.text }] : []
}
