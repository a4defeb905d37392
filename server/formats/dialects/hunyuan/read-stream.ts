import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { readFinish } from '../endings.ts'
import { numberOf, objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { createToolCallId } from '../tool-ids.ts'
import { throwRefusal } from '../vendor-error.ts'
import { endings, readUsage } from './read-answer.ts'

interface OpenCall {
  index: number
  hasArguments: boolean
}

/** Reads the events of a stream. Each event has the next piece of the answer, and the usage so far. */
export class HunyuanStreamReader implements StreamReader {
  /** Tool calls by choice and id: the pieces of a call repeat its id or leave it out. */
  readonly #calls = new Map<string, OpenCall>()
  readonly #last = new Map<number, OpenCall>()

  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    throwRefusal(event)
    const { Choices, Usage } = objectOf(event.Response ?? event)
    const events = objectsOf(Choices).flatMap((choice, position) => this.#choice(choice, position))
    const usage = readUsage(Usage)
    return usage ? [...events, { kind: 'usage', usage }] : events
  }

  #choice({ Index, Delta, FinishReason }: JsonObject, position: number): ChatEvent[] {
    const choice = numberOf(Index) ?? position
    const { Content, ReasoningContent, ToolCalls } = objectOf(Delta)
    const events: ChatEvent[] = []
    if (textOf(ReasoningContent)) events.push({ kind: 'reasoning', choice, text: textOf(ReasoningContent) })
    if (textOf(Content)) events.push({ kind: 'text', choice, text: textOf(Content) })
    for (const call of objectsOf(ToolCalls)) events.push(...this.#call(choice, call))
    if (textOf(FinishReason)) events.push(...this.#finish(choice, FinishReason))
    return events
  }

  #call(choice: number, { Id, Function: called }: JsonObject): ChatEvent[] {
    const { Name, Arguments } = objectOf(called)
    const events: ChatEvent[] = []
    const id = textOf(Id)
    let call = id ? this.#calls.get(`${choice} ${id}`) : this.#last.get(choice)
    if (!call) {
      const last = this.#last.get(choice)
      call = { index: last ? last.index + 1 : 0, hasArguments: false }
      if (last) events.push(...closeCall(choice, last))
      this.#last.set(choice, call)
      const known = id || createToolCallId(this.callId, call.index)
      this.#calls.set(`${choice} ${known}`, call)
      events.push({ kind: 'tool_call', choice, index: call.index, id: known, name: textOf(Name) })
    }
    if (textOf(Arguments)) {
      call.hasArguments = true
      events.push({ kind: 'arguments', choice, index: call.index, text: textOf(Arguments) })
    }
    return events
  }

  #finish(choice: number, reason: unknown): ChatEvent[] {
    const last = this.#last.get(choice)
    const closed = last ? closeCall(choice, last) : []
    const { finish, ...own } = readFinish(reason, endings, { hasCalls: last !== undefined, isEmpty: false })
    return [...closed, { kind: 'finish', choice, reason: finish, ...own }]
  }
}

/** Adds empty arguments to a call that streamed none, because callers parse them. */
function closeCall(choice: number, call: OpenCall): ChatEvent[] {
  if (call.hasArguments) return []
  call.hasArguments = true
  return [{ kind: 'arguments', choice, index: call.index, text: '{}' }]
}
