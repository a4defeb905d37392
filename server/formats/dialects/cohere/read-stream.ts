import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { readFinish } from '../endings.ts'
import { objectOf, parseObject, textOf } from '../json.ts'
import { readLogprobItems } from '../logprobs.ts'
import { CallIndexes, StreamedArguments } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { readCitations } from './citations.ts'
import { endings } from './read-answer.ts'
import { readUsage } from './read-usage.ts'
import { readName } from './tool-names.ts'

/** Reads the stream of a chat: https://docs.cohere.com/docs/streaming */
export class CohereStreamReader implements StreamReader {
  readonly #calls = new CallIndexes()
  readonly #arguments = new StreamedArguments(0)
  #isEmpty = true
  #hasEnded = false
  /** The text so far, to which offsets of citations refer. */
  #text = ''

  /** `callId`: the base for ids of calls that have none. */
  constructor(private readonly callId = '') {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    const delta = objectOf(event.delta)
    const message = objectOf(delta.message)
    switch (event.type) {
      case 'content-start':
      case 'content-delta':
        return [...toldTokens(event.logprobs), ...this.#content(objectOf(message.content))]
      case 'citation-start':
        return readCitations(message.citations, this.#text).map((citation) => ({
          kind: 'citation',
          choice: 0,
          citation,
        }))
      case 'tool-plan-delta':
        return textEvents('reasoning', message.tool_plan)
      case 'tool-call-start':
        return this.#begin(objectOf(message.tool_calls), event.index)
      case 'tool-call-delta':
        return this.#arguments.add(
          this.#calls.find(event.index),
          objectOf(objectOf(message.tool_calls).function).arguments,
        )
      case 'tool-call-end':
        return this.#arguments.end(this.#calls.find(event.index))
      case 'message-end':
        return this.#finish(delta)
      default:
        return []
    }
  }

  /** Some servers end with a mark in place of the last event. */
  end(isMarked: boolean): ChatEvent[] {
    const isTold = !this.#isEmpty || this.#calls.size > 0
    return isMarked && isTold && !this.#hasEnded ? this.#finish({}) : []
  }

  #content({ text, thinking }: JsonObject): ChatEvent[] {
    if (text || thinking) this.#isEmpty = false
    this.#text += textOf(text)
    return [...textEvents('reasoning', thinking), ...textEvents('text', text)]
  }

  #begin(call: JsonObject, place: unknown): ChatEvent[] {
    const called = objectOf(call.function)
    const index = this.#calls.begin(place)
    this.#arguments.begin(index)
    const id = textOf(call.id) || createToolCallId(this.callId, index)
    const begun: ChatEvent = {
      kind: 'tool_call',
      choice: 0,
      index,
      id,
      name: readName(textOf(called.name)),
    }
    return [begun, ...this.#arguments.add(index, called.arguments)]
  }

  /** Throws Refused for a failed answer. */
  #finish(delta: JsonObject): ChatEvent[] {
    this.#hasEnded = true
    const usage = readUsage(delta.usage)
    const held = { hasCalls: this.#calls.size > 0, isEmpty: this.#isEmpty }
    const { finish, ...own } = readFinish(delta.finish_reason, endings, held)
    return [
      ...this.#arguments.endAll(),
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      { kind: 'finish' as const, choice: 0, reason: finish, ...own },
    ]
  }
}

function textEvents(kind: 'text' | 'reasoning', text: unknown): ChatEvent[] {
  return textOf(text) ? [{ kind, choice: 0, text: textOf(text) }] : []
}

function toldTokens(items: unknown): ChatEvent[] {
  const tokens = readLogprobItems(items)
  return tokens.length > 0 ? [{ kind: 'logprobs', choice: 0, tokens }] : []
}
