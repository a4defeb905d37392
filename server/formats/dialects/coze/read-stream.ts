import { tokensUsed } from '#contract/prices/price.ts'
import type { ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, parseObject, readTokenCount, textOf } from '../json.ts'
import { createRefusal } from '../vendor-error.ts'

/** Streamed messages that are remembered: Coze repeats each as a whole. */
const MAX_MESSAGES = 1000

/**
 * Reads the events of a chat, which have their names inside: https://docs.coze.cn/developer_guides/chat_v3. What the bot
 * calls, finds and suggests on its way is left out.
 */
export class CozeStreamReader implements StreamReader {
  /** Ids of the messages of which a part has come. */
  readonly #begun = new Set<string>()

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    switch (event.event) {
      case 'conversation.message.delta':
        return this.#part(event)
      case 'conversation.message.completed':
        // Bots that answer with a fixed text, or by a workflow, send it as a whole alone.
        return this.#begun.has(textOf(event.id)) ? [] : this.#part(event)
      case 'conversation.chat.completed':
        return finish(event)
      case 'conversation.chat.failed':
        throw createRefusal(objectOf(event.last_error))
      case 'conversation.chat.requires_action':
        throw createRefusal({ code: 'requires_action', msg: 'the bot waits for the result of a local plugin' })
      case 'error':
        throw createRefusal(event)
      default:
        return []
    }
  }

  #part({ id, type, content, content_type, reasoning_content }: JsonObject): ChatEvent[] {
    if (type !== 'answer') return []
    if (this.#begun.size < MAX_MESSAGES) this.#begun.add(textOf(id))
    const reasoning = textOf(reasoning_content)
    const text = content_type === undefined || content_type === 'text' ? textOf(content) : ''
    return [
      ...(reasoning ? [{ kind: 'reasoning' as const, choice: 0, text: reasoning }] : []),
      ...(text ? [{ kind: 'text' as const, choice: 0, text }] : []),
    ]
  }
}

function finish({ usage }: JsonObject): ChatEvent[] {
  const { token_count, input_count, output_count } = objectOf(usage)
  const used = [token_count, input_count, output_count].map(readTokenCount)
  const [, input = 0, output = 0] = used
  return [
    // Bots without a model count nothing.
    ...(used.some((count) => count > 0) ? [{ kind: 'usage' as const, usage: tokensUsed(input, output) }] : []),
    { kind: 'finish', choice: 0, reason: 'stop' },
  ]
}
