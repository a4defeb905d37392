import type { ChatAnswer, ChatEvent, JsonObject } from '../conversation.ts'
import { type StreamReader, Unreadable } from '../dialect.ts'
import { objectsOf, parseObject, textOf } from '../json.ts'

/**
 * Reads a whole answer, which never has usage. Without candidates, `filters` means that the vendor's safety
 * settings blocked all of them. Throws Unreadable.
 */
export function readAnswer({ candidates, filters }: JsonObject): ChatAnswer {
  const given = objectsOf(candidates)
  if (given.length === 0) {
    if (objectsOf(filters).length === 0) throw new Unreadable('the answer has no candidates')
    return { choices: [{ parts: [], finish: 'content_filter' }], usage: undefined }
  }
  return {
    choices: given.map(({ content }) => ({
      parts: textOf(content) ? [{ kind: 'text', text: textOf(content) }] : [],
      finish: 'stop',
    })),
    usage: undefined,
  }
}

/** There are no streams: the whole answer is the only event. */
export class PalmStreamReader implements StreamReader {
  read(data: string): ChatEvent[] {
    const answer = parseObject(data)
    if (!answer) throw new Unreadable('the answer is not a JSON object')
    return readAnswer(answer).choices.flatMap(({ parts, finish }, choice): ChatEvent[] => [
      ...parts.flatMap((part) => (part.kind === 'text' ? [{ kind: 'text' as const, choice, text: part.text }] : [])),
      { kind: 'finish', choice, reason: finish },
    ])
  }
}
