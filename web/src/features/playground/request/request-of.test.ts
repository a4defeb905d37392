import { expect, test } from 'bun:test'
import { DEFAULT_SETTINGS, type Message } from '../conversation/conversation.ts'
import { callText, shortened } from './call-text.ts'
import { requestOf } from './request-of.ts'

const SETTINGS = { ...DEFAULT_SETTINGS, model: 'gpt-4o', system: '' }
const message = (role: Message['role'], more: Partial<Message>): Message => ({
  ...{ id: role, parent: null, role, content: '', state: 'complete' },
  ...more,
})
const PICTURE = `data:image/png;base64,${'iVBOR'.repeat(200)}`
const CONTENT: Record<string, string> = {
  picture: PICTURE,
  text: `data:text/plain;base64,${btoa('one, two')}`,
  sound: 'data:audio/mpeg;base64,AAAA',
  pdf: 'data:application/pdf;base64,JVBE',
}
const dataOf = (id: string) => CONTENT[id]

test('files become the parts that the format has for them, before the text', () => {
  const files = [
    { id: 'picture', name: 'a.png', type: 'image/png', kind: 'image', bytes: 1 },
    { id: 'text', name: 'b.csv', type: 'text/csv', kind: 'text', bytes: 1 },
    { id: 'sound', name: 'c.mp3', type: 'audio/mpeg', kind: 'audio', bytes: 1 },
    { id: 'pdf', name: 'd.pdf', type: 'application/pdf', kind: 'pdf', bytes: 1 },
  ] as const
  expect(requestOf(SETTINGS, [message('user', { content: 'What is this?', files })], dataOf).messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: PICTURE } },
        { type: 'text', text: 'b.csv\n\none, two' },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
        { type: 'file', file: { filename: 'd.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
        { type: 'text', text: 'What is this?' },
      ],
    },
  ])
})

const CALLING = message('assistant', { toolCalls: [{ id: 'c1', name: 'sum', arguments: '{"a":1}' }] })

test('calls of functions are sent with their results, and not without', () => {
  const asked = message('user', { content: 'Sum' })
  const results = message('tool', { results: [{ id: 'c1', name: 'sum', content: '3' }] })
  expect(requestOf(SETTINGS, [asked, CALLING, results]).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'sum', arguments: '{"a":1}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '3' },
  ])
  expect(requestOf(SETTINGS, [asked, CALLING, asked]).messages).toHaveLength(2)
})

test('tools and the schema of the answer go along', () => {
  const settings = { ...SETTINGS, tools: '[{"name":"sum"}]', schema: '{"type":"object"}' }
  const request = requestOf(settings, [message('user', { content: 'Sum' })])
  expect(request.tools).toEqual([{ type: 'function', function: { name: 'sum' } }])
  expect(request.response_format?.json_schema.schema).toEqual({ type: 'object' })
})

test('Python has words of its own for what JSON calls true and null', () => {
  const settings = { ...SETTINGS, schema: '{"schema":{"default":null,"x":[]},"name":"a","strict":true}' }
  const request = requestOf(settings, [message('user', { content: 'true' })])
  const text = callText('python', { request, baseUrl: 'https://example.com/v1', key: 'sk' })
  expect(text).toContain('"strict": True')
  expect(text).toContain('"default": None')
  expect(text).toContain('"x": []')
  expect(text).toContain('"content": "true"')
})

test('the content of files is shortened for display', () => {
  const files = [{ id: 'picture', name: 'a.png', type: 'image/png', kind: 'image', bytes: 1 }] as const
  const request = requestOf(SETTINGS, [message('user', { content: 'x y '.repeat(300), files })], dataOf)
  const text = callText('curl', { request, baseUrl: 'https://example.com/v1', key: 'sk' })
  expect(text).toContain(PICTURE)
  expect(shortened(text)).toContain(`${PICTURE.slice(0, 62)}…`)
  expect(shortened(text)).toContain('x y '.repeat(300))
})
