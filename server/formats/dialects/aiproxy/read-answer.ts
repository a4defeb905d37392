import type { ChatAnswer, ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectsOf, parseObject, textOf } from '../json.ts'
import { throwRefusal } from '../vendor-error.ts'

/** Reads a whole answer, which never has usage. Throws Refused or Unreadable. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  throwRefusal(answer)
  const said = answer.answer ?? answer.content
  if (typeof said !== 'string') throw new Unreadable('the answer has no text')
  const text = said + writeReferences(answer.documents)
  return { choices: [{ parts: text ? [{ kind: 'text', text }] : [], finish: 'stop' }], usage: undefined }
}

/** Reads a stream. The source documents may come in any event, and are written after the answer. */
export class LibraryStreamReader implements StreamReader {
  #documents: unknown

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    throwRefusal(event)
    if (objectsOf(event.documents).length > 0) this.#documents = event.documents
    const isLast = event.finish === true
    const text = textOf(event.content) + (isLast ? writeReferences(this.#documents) : '')
    return [
      ...(text ? [{ kind: 'text' as const, choice: 0, text }] : []),
      ...(isLast ? [{ kind: 'finish' as const, choice: 0, reason: 'stop' as const }] : []),
    ]
  }
}

/** Lists the documents in Markdown, under this API family's heading; "" = there are none. */
function writeReferences(documents: unknown): string {
  const lines = objectsOf(documents).map(
    ({ title, url }, index) => `${index + 1}. ${link(textOf(title), textOf(url))}\n`,
  )
  return lines.length > 0 ? `\n\n参考文档：\n${lines.join('')}` : ''
}

function link(title: string, url: string): string {
  const name = (title || url).replaceAll(/[[\]\\]/g, '\\$&')
  return url ? `[${name}](${url.replaceAll(/[()\s]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)})` : name
}
