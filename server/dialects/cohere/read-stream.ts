import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, parsedObject, textOf } from '../json.ts'
import { finishReason } from './read-answer.ts'
import { readUsage } from './read-usage.ts'
import { readName } from './tool-names.ts'

/** What calls without arguments stream, if anything. */
const NOTHING = 'null'

/** Reads the stream of a chat: https://docs.cohere.com/docs/streaming */
export class CohereStreamReader implements StreamReader {
  #calls = -1
  /** Arguments of the open call that may turn out to be nothing; undefined = it has shown some. */
  #withheld: string | undefined

  read(data: string): ChatEvent[] {
    const event = parsedObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    const delta = objectOf(event.delta)
    const message = objectOf(delta.message)
    switch (event.type) {
      case 'content-start':
      case 'content-delta':
        return this.#content(objectOf(message.content))
      case 'tool-plan-delta':
        return said('reasoning', message.tool_plan)
      case 'tool-call-start':
        return this.#begin(objectOf(message.tool_calls))
      case 'tool-call-delta':
        return this.#more(textOf(objectOf(objectOf(message.tool_calls).function).arguments))
      case 'tool-call-end':
        return this.#end()
      case 'message-end':
        return this.#finish(delta)
      default:
        return []
    }
  }

  #content({ text, thinking }: JsonObject): ChatEvent[] {
    return [...said('reasoning', thinking), ...said('text', text)]
  }

  #begin(call: JsonObject): ChatEvent[] {
    const called = objectOf(call.function)
    this.#calls += 1
    this.#withheld = ''
    const id = textOf(call.id) || `call_${this.#calls}`
    const begun: ChatEvent = {
      kind: 'tool_call',
      choice: 0,
      index: this.#calls,
      id,
      name: readName(textOf(called.name)),
    }
    return [begun, ...this.#more(textOf(called.arguments))]
  }

  #more(text: string): ChatEvent[] {
    if (!text || this.#calls < 0) return []
    const all = (this.#withheld ?? '') + text
    const isNothingYet = this.#withheld !== undefined && NOTHING.startsWith(all.trim())
    this.#withheld = isNothingYet ? all : undefined
    return isNothingYet ? [] : [this.#arguments(all)]
  }

  #arguments(text: string): ChatEvent {
    return { kind: 'arguments', choice: 0, index: this.#calls, text }
  }

  /** Callers parse what they get, so that a call without arguments has empty ones. */
  #end(): ChatEvent[] {
    const isEmpty = this.#withheld !== undefined
    this.#withheld = undefined
    return isEmpty ? [this.#arguments('{}')] : []
  }

  /** An answer that broke off has no end. */
  #finish(delta: JsonObject): ChatEvent[] {
    const usage = readUsage(delta.usage)
    const reason = finishReason(delta.finish_reason)
    return [
      ...this.#end(),
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      ...(reason ? [{ kind: 'finish' as const, choice: 0, reason }] : []),
    ]
  }
}

function said(kind: 'text' | 'reasoning', text: unknown): ChatEvent[] {
  return textOf(text) ? [{ kind, choice: 0, text: textOf(text) }] : []
}
