import { describe, expect, test } from 'bun:test'
import { type UpstreamFormat, upstreamDialects } from './all.ts'
import { anthropic } from './anthropic/dialect.ts'
import type { JsonObject } from './conversation.ts'
import { isStrictSchema } from './function-schemas.ts'
import { readChat } from './read-chat.ts'
import { writeChat } from './write-chat.ts'

const written = (tool: JsonObject, upstream: UpstreamFormat, omit?: (name: string) => void) => {
  const messages = [{ role: 'user', content: 'a' }]
  const read = readChat(anthropic, { model: 'm', max_tokens: 9, messages, tools: [{ name: 'f', ...tool }] }, false)
  return JSON.stringify({ ...writeChat(read, upstreamDialects[upstream], 'm', omit ? { omit } : {}) })
}

test.each([{}, { type: 'object' }, { type: 'object', properties: null }, { type: ['object', 'null'] }])(
  'arguments without properties are an object with none: %p',
  (input_schema) => {
    for (const upstream of ['openai', 'responses', 'cohere', 'anthropic'] as const)
      expect(written({ input_schema }, upstream)).toContain('"type":"object","properties":{}')
  },
)

describe('a strict tool', () => {
  const part = { type: 'string' }
  const whole = { type: 'object', properties: { a: part }, required: ['a'], additionalProperties: false }
  const optional = { ...whole, required: [] }

  test('stays one where its schema allows it', () => {
    expect(written({ strict: true, input_schema: whole }, 'openai')).toContain('"strict":true')
    expect(written({ strict: true, input_schema: whole }, 'responses')).toContain('"strict":true')
  })

  test('with an optional property is none, and the log says so', () => {
    const omitted: string[] = []
    expect(written({ strict: true, input_schema: optional }, 'openai', (name) => omitted.push(name))).not.toContain(
      'strict',
    )
    expect(written({ strict: true, input_schema: optional }, 'responses', (name) => omitted.push(name))).toContain(
      '"strict":false',
    )
    expect(omitted).toEqual(['tools[0].strict', 'tools[0].strict'])
  })

  test('is judged by all its parts', () => {
    expect(isStrictSchema({ ...whole, properties: { a: { type: 'array', items: optional } } })).toBe(false)
    expect(isStrictSchema({ ...whole, properties: { a: { anyOf: [optional, part] } } })).toBe(false)
    expect(isStrictSchema({ ...whole, $defs: { x: optional } })).toBe(false)
    expect(isStrictSchema({ ...whole, properties: { a: { anyOf: [whole, part] } } })).toBe(true)
  })
})
