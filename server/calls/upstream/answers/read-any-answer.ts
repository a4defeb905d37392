import { isRecord } from '#contract/is-record.ts'
import { detectShape } from '../../../formats/body/detect-shape.ts'
import { hasTooManyValues, MAX_ANSWER_VALUES } from '../../../formats/body/too-many-values.ts'
import { collectAnswer } from '../../../formats/dialects/collect.ts'
import type { ChatAnswer, JsonObject } from '../../../formats/dialects/conversation.ts'
import { Unreadable, type UpstreamDialect } from '../../../formats/dialects/dialect.ts'
import { oneOrMoreObjects, parseObject } from '../../../formats/dialects/json.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import { parseEvents } from './parse-events.ts'

/**
 * Reads a chat answer of any shape: one JSON object, server-sent events, or JSON objects in a list or in lines.
 * `callId` as in `UpstreamDialect`. Throws Unreadable, Refused or a SyntaxError.
 */
export function readAnyAnswer(body: Buffer, dialect: UpstreamDialect, callId?: string): ChatAnswer {
  const value = detectShape(body) === 'json' ? parseJsonOrLines(body) : undefined
  if (isRecord(value)) return dialect.readAnswer(value, callId)
  const events = value === undefined ? body : toEvents(value)
  return collectAnswer(parseEvents(events, dialect.streamReader(callId), true))
}

/**
 * Throws Unreadable for an answer with so many JSON values that parsing it would take much more memory than its
 * size.
 */
export function checkValueCount(body: Buffer): void {
  if (hasTooManyValues(body, 0, body.length, MAX_ANSWER_VALUES)) {
    throw new Unreadable(`the answer has more than ${MAX_ANSWER_VALUES} JSON values`)
  }
}

/** Returns the value of a JSON text, or the values of its lines. Throws Unreadable or a SyntaxError. */
function parseJsonOrLines(body: Buffer): unknown {
  checkValueCount(body)
  const text = body.toString('utf8')
  try {
    return parseJson(text)
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw error
    return lines.map((line): unknown => parseJson(line))
  }
}

/** Returns the chunks of a stream that came as a list. */
function toEvents(chunks: unknown): Buffer {
  const list = Array.isArray(chunks) ? chunks : []
  return Buffer.from(list.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''))
}

/** Returns the JSON objects of an answer of any shape. Throws Refused for an error among them, or a SyntaxError. */
export function readChunks(body: Buffer): JsonObject[] {
  if (detectShape(body) === 'json') return oneOrMoreObjects(parseJsonOrLines(body))
  const chunks: JsonObject[] = []
  parseEvents(body, {
    read: (data) => {
      const chunk = parseObject(data)
      if (chunk) chunks.push(chunk)
      return []
    },
  })
  return chunks
}
