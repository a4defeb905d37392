import { parseJson } from '../../../platform/json/parse-json.ts'
import type { ChatAnswer, ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, objectsOf, parseObject, textOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { createRefusal, throwRefusal } from '../vendor-error.ts'

/** Reads a whole answer. Throws Refused or Unreadable. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  throwRefusal(answer)
  const { choices, usage } = objectOf(answer.data)
  if (!Array.isArray(choices)) throw new Unreadable('the answer has no choices')
  return {
    choices: objectsOf(choices).map(({ content }) => ({
      parts: textOf(content) ? [{ kind: 'text', text: unquote(textOf(content)) }] : [],
      finish: 'stop',
    })),
    usage: readOpenAIUsage(usage),
  }
}

/** Unquotes the text, which is a JSON string inside a string; older models only add quotes. */
function unquote(content: string): string {
  const text = content.trim()
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return content
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'string' ? value : content
  } catch {
    return text.slice(1, -1)
  }
}

/** Reads a stream as reframed by `reframe-events.ts`: `{name, text, meta}`. */
export class ChatglmStreamReader implements StreamReader {
  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    const text = textOf(event.text)
    switch (event.name) {
      case 'error':
        throw createRefusal(parseObject(text) ?? { msg: text })
      case 'finish':
        return [...this.#text(text), ...this.#used(event), { kind: 'finish', choice: 0, reason: 'stop' }]
      case 'interrupted':
        // The event's data is the reason and not output of the model.
        return [...this.#used(event), { kind: 'finish', choice: 0, reason: 'content_filter' }]
      case 'add':
        return this.#text(text)
      default:
        return []
    }
  }

  #text(text: string): ChatEvent[] {
    return text ? [{ kind: 'text', choice: 0, text }] : []
  }

  #used({ meta }: JsonObject): ChatEvent[] {
    const usage = readOpenAIUsage(parseObject(textOf(meta))?.usage)
    return usage ? [{ kind: 'usage', usage }] : []
  }
}
