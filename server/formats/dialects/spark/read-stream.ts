import { isRecord } from '#contract/is-record.ts'
import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { toArgumentsText } from '../tool-arguments.ts'
import { createToolCallId } from '../tool-ids.ts'
import { throwRefusal } from '../vendor-error.ts'

const LAST = 2

/** Returns whether a frame is the last one, of an answer or of a refusal. */
export function isLastFrame(frame: string): boolean {
  const { code, status } = objectOf(parseObject(frame)?.header)
  return status === LAST || (typeof code === 'number' && code !== 0)
}

/** Reads the frames of an answer. Frames about searches have no choices, and are skipped. */
export class SparkStreamReader implements StreamReader {
  #calls = 0

  constructor(private readonly callId: string) {}

  read(data: string): ChatEvent[] {
    const frame = parseObject(data)
    if (!frame) throw new Unreadable('a frame is not a JSON object')
    throwRefusal(frame)
    const { choices, usage } = objectOf(frame.payload)
    const { text, status } = objectOf(choices)
    const events = objectsOf(text).flatMap((part) => this.#part(part))
    const used = readOpenAIUsage(objectOf(usage).text)
    if (used) events.push({ kind: 'usage', usage: used })
    if (status === LAST || objectOf(frame.header).status === LAST) {
      events.push({ kind: 'finish', choice: 0, reason: this.#calls > 0 ? 'tool_calls' : 'stop' })
    }
    return events
  }

  #part({ content, reasoning_content, function_call }: JsonObject): ChatEvent[] {
    const events: ChatEvent[] = []
    if (textOf(reasoning_content)) events.push({ kind: 'reasoning', choice: 0, text: textOf(reasoning_content) })
    if (textOf(content)) events.push({ kind: 'text', choice: 0, text: textOf(content) })
    if (isRecord(function_call) && textOf(function_call.name)) events.push(...this.#call(function_call))
    return events
  }

  #call({ name, arguments: text }: JsonObject): ChatEvent[] {
    const index = this.#calls++
    const id = createToolCallId(this.callId, index)
    return [
      { kind: 'tool_call', choice: 0, index, id, name: textOf(name) },
      { kind: 'arguments', choice: 0, index, text: toArgumentsText(text) },
    ]
  }
}
