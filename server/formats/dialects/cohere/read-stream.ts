import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { readFinish } from '../endings.ts'
import { objectOf, parseObject, textOf } from '../json.ts'
import { StreamedArguments } from '../tool-arguments.ts'
import { readCitations } from './citations.ts'
import { endings } from './read-answer.ts'
import { readUsage } from './read-usage.ts'
import { readName } from './tool-names.ts'

/** Reads the stream of a chat: https://docs.cohere.com/docs/streaming */
export class CohereStreamReader implements StreamReader {
  #calls = -1
  readonly #arguments = new StreamedArguments(0)
  #isEmpty = true
  /** The text so far, to which offsets of citations refer. */
  #text = ''

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    const delta = objectOf(event.delta)
    const message = objectOf(delta.message)
    switch (event.type) {
      case 'content-start':
      case 'content-delta':
        return this.#content(objectOf(message.content))
      case 'citation-start':
        return readCitations(message.citations, this.#text).map((citation) => ({
          kind: 'citation',
          choice: 0,
          citation,
        }))
      case 'tool-plan-delta':
        return textEvents('reasoning', message.tool_plan)
      case 'tool-call-start':
        return this.#begin(objectOf(message.tool_calls))
      case 'tool-call-delta':
        return this.#arguments.add(this.#calls, objectOf(objectOf(message.tool_calls).function).arguments)
      case 'tool-call-end':
        return this.#arguments.end(this.#calls)
      case 'message-end':
        return this.#finish(delta)
      default:
        return []
    }
  }

  #content({ text, thinking }: JsonObject): ChatEvent[] {
    if (text || thinking) this.#isEmpty = false
    this.#text += textOf(text)
    return [...textEvents('reasoning', thinking), ...textEvents('text', text)]
  }

  #begin(call: JsonObject): ChatEvent[] {
    const called = objectOf(call.function)
    this.#calls += 1
    this.#arguments.begin(this.#calls)
    const id = textOf(call.id) || `call_${this.#calls}`
    const begun: ChatEvent = {
      kind: 'tool_call',
      choice: 0,
      index: this.#calls,
      id,
      name: readName(textOf(called.name)),
    }
    return [begun, ...this.#arguments.add(this.#calls, called.arguments)]
  }

  /** Throws Refused for a failed answer. */
  #finish(delta: JsonObject): ChatEvent[] {
    const usage = readUsage(delta.usage)
    const held = { hasCalls: this.#calls >= 0, isEmpty: this.#isEmpty }
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
