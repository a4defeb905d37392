import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, parseObject, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { StreamedText } from './streamed-text.ts'

/** Reads the stream of a message: https://docs.dify.ai/api-reference/chat/send-chat-message */
export class DifyStreamReader implements StreamReader {
  readonly #said = new StreamedText()
  /** The app's moderation replaced the answer, which was already sent to the caller. */
  #isBlocked = false

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    switch (event.event) {
      case 'message':
      case 'agent_message':
        return this.#text(textOf(event.answer), event.event === 'agent_message')
      case 'message_replace':
        return this.#replace(textOf(event.answer))
      case 'reasoning_chunk':
        return reasoning(textOf(event.reasoning) || textOf(objectOf(event.data).reasoning))
      case 'message_end':
        return this.#finish(event)
      default:
        return []
    }
  }

  #text(text: string, byAgent: boolean): ChatEvent[] {
    if (!text || this.#isBlocked || (!byAgent && this.#said.isRepeatedBy(text))) return []
    this.#said.add(text, byAgent)
    return [{ kind: 'text', choice: 0, text }]
  }

  #replace(text: string): ChatEvent[] {
    const isFirst = this.#said.isNothing
    const written = isFirst ? this.#text(text, false) : []
    this.#isBlocked = true
    return written
  }

  #finish({ metadata }: JsonObject): ChatEvent[] {
    const usage = readOpenAIUsage(objectOf(metadata).usage)
    return [
      ...(usage ? [{ kind: 'usage' as const, usage }] : []),
      { kind: 'finish', choice: 0, reason: this.#isBlocked ? 'content_filter' : 'stop' },
    ]
  }
}

const reasoning = (text: string): ChatEvent[] => (text ? [{ kind: 'reasoning', choice: 0, text }] : [])
