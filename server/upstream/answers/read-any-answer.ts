import { shapeOf } from '../../body/body-shape.ts'
import { isCrowded, MOST_ANSWER_VALUES } from '../../body/too-many-values.ts'
import { collectAnswer } from '../../dialects/collect.ts'
import type { ChatAnswer, JsonObject } from '../../dialects/conversation.ts'
import { Unreadable, type UpstreamDialect } from '../../dialects/dialect.ts'
import { isObject, objectsIn, parsedObject } from '../../dialects/json.ts'
import { eventsIn } from './parse-events.ts'

/**
 * Reads a chat's answer in whatever shape it came: one JSON object, server-sent events, or JSON objects in a list or in
 * lines. `callId` as in `UpstreamDialect`. Throws Unreadable, Refused or a SyntaxError.
 */
export function readAnyAnswer(body: Buffer, dialect: UpstreamDialect, callId?: string): ChatAnswer {
  const value = shapeOf(body) === 'json' ? jsonIn(body) : undefined
  if (isObject(value)) return dialect.readAnswer(value, callId)
  const events = value === undefined ? body : asEvents(value)
  return collectAnswer(eventsIn(events, dialect.streamReader(callId), true))
}

/** Throws Unreadable for an answer of so many JSON values that parsing it would take memory beyond its size. */
export function checkValues(body: Buffer): void {
  if (isCrowded(body, 0, body.length, MOST_ANSWER_VALUES)) {
    throw new Unreadable(`the answer has more than ${MOST_ANSWER_VALUES} JSON values`)
  }
}

/** Returns the value of a JSON text, or the values of its lines. Throws Unreadable or a SyntaxError. */
function jsonIn(body: Buffer): unknown {
  checkValues(body)
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw error
    return lines.map((line): unknown => JSON.parse(line))
  }
}

/** Returns the chunks of a stream that came as a list. */
function asEvents(chunks: unknown): Buffer {
  const list = Array.isArray(chunks) ? chunks : []
  return Buffer.from(list.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
}

/** Returns the JSON objects of an answer in whatever shape it came. Throws Refused for an error among them, or a SyntaxError. */
export function chunksIn(body: Buffer): JsonObject[] {
  if (shapeOf(body) === 'json') return objectsIn(jsonIn(body))
  const chunks: JsonObject[] = []
  eventsIn(body, {
    read: (data) => {
      const chunk = parsedObject(data)
      if (chunk) chunks.push(chunk)
      return []
    },
  })
  return chunks
}
