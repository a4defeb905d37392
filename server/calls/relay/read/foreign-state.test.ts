import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { type RelayEndpoint, relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { withoutForeignState } from './foreign-state.ts'

const PATHS = {
  chat: '/v1/chat/completions',
  messages: '/v1/messages',
  responses: '/v1/responses',
  gemini: '/v1beta/models/m:generateContent',
}

/** Passes a body; undefined = its bytes stay as they are. */
function passed(format: keyof typeof PATHS, model: string, body: object): unknown {
  const bytes = Buffer.from(JSON.stringify(body))
  const given = { bytes, fields: scanFields(bytes) }
  const written = atOnce(withoutForeignState(relayEndpoint(PATHS[format]) as RelayEndpoint, given, model))
  return written === given ? undefined : JSON.parse(written.bytes.toString('utf8'))
}

describe('a body that is passed on names its media as the vendor does', () => {
  const DATA = 'AAAA'
  const bodies = {
    chat: (type: string) => ({
      messages: [
        { role: 'user', content: ['a', { type: 'image_url', image_url: { url: `data:${type};base64,${DATA}` } }] },
      ],
    }),
    messages: (type: string) => {
      const image = { type: 'image', source: { type: 'base64', media_type: type, data: DATA } }
      const content = [image, { type: 'tool_result', tool_use_id: 't', content: [image] }]
      return { messages: [{ role: 'user', content }] }
    },
    responses: (type: string) => ({
      input: [{ role: 'user', content: [{ type: 'input_image', image_url: `data:${type};base64,${DATA}` }] }],
    }),
    gemini: (type: string) => ({
      contents: [
        { parts: [{ inlineData: { mimeType: type, data: DATA } }, { inline_data: { mime_type: type, data: DATA } }] },
      ],
    }),
  }
  describe.each(Object.keys(bodies) as (keyof typeof bodies)[])('%s', (format) => {
    test.each([
      ['image/jpg', 'image/jpeg'],
      ['image/JPEG', 'image/jpeg'],
      ['IMAGE/PNG', 'image/png'],
      ['image/pjpeg', 'image/jpeg'],
      ['application/x-pdf', 'application/pdf'],
    ])('%s is %s', (given, plain) => {
      expect(passed(format, 'claude-sonnet-4-5', bodies[format](given))).toEqual(bodies[format](plain))
      expect(passed(format, 'claude-sonnet-4-5', bodies[format](plain))).toBeUndefined()
    })
    test('names of sounds are the vendor’s own', () => {
      expect(passed(format, 'gemini-2.5-flash', bodies[format]('audio/mp3'))).toBeUndefined()
    })
  })
  test('a name with parameters loses them, and a word in a text stays', () => {
    expect(passed('messages', 'claude-sonnet-4-5', bodies.messages('image/png; charset=binary'))).toEqual(
      bodies.messages('image/png'),
    )
    const text = { messages: [{ role: 'user', content: '{"media_type": "image/JPG"}, "data:image/JPG;base64,"' }] }
    expect(passed('messages', 'claude-sonnet-4-5', text)).toBeUndefined()
  })
})

describe('a chat that is passed on has the roles that its model knows', () => {
  const messages = [
    { role: 'developer', content: 'first' },
    { role: 'user', content: 'a' },
    { role: 'assistant', content: null, tool_calls: [{ id: 'abcdefghi', type: 'function' }] },
    { role: 'developer', content: [{ type: 'text', text: 'inside' }] },
    { role: 'tool', tool_call_id: 'abcdefghi', content: 'r' },
  ]
  const roles = (model: string) =>
    (passed('chat', model, { messages }) as { messages: { role: string }[] } | undefined)?.messages

  test.each(['gpt-5', 'grok-4', 'my-deployment'])('%s knows developer', (model) => {
    expect(roles(model)).toBeUndefined()
  })
  test.each(['deepseek-chat', 'kimi-k2', 'glm-4.6', 'llama-3.3-70b', 'openrouter/deepseek/deepseek-v3'])(
    '%s knows system',
    (model) => {
      expect(roles(model)?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'system', 'tool'])
    },
  )
  test.each(['mistral-large-latest', 'qwen3-max', 'gemma-3-27b'])('%s takes none inside the conversation', (model) => {
    const written = roles(model)
    expect(written?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user'])
    expect(JSON.stringify(written?.at(-1))).toBe('{"role":"user","content":"<system>\\ninside\\n</system>"}')
    const plain = [
      { role: 'system', content: 'the "user"' },
      { role: 'user', content: 'a' },
    ]
    expect(passed('chat', model, { messages: plain })).toBeUndefined()
  })
})
