import { expect, test } from 'bun:test'
import { formAsJson } from './form-as-json.ts'

const convert = async (fields: [string, string | File][]) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const request = new Request('http://x.example', { method: 'POST', body: form })
  const contentType = request.headers.get('content-type') ?? ''
  return JSON.parse(formAsJson(Buffer.from(await request.arrayBuffer()), contentType).toString())
}
const file = (bytes: string, type: string) => new File([bytes], 'a"b.png', { type })

test('texts stay texts, files become lists of data URLs in their order', async () => {
  const fields: [string, string | File][] = [
    ['prompt', 'a "cat"\r\n'],
    ['n', '2'],
    ['image[]', file('one', 'image/png')],
    ['image[]', file('two', 'image/webp')],
    ['mask', file('', 'image/png')],
  ]
  expect(await convert(fields)).toEqual({
    prompt: 'a "cat"\r\n',
    n: '2',
    image: ['data:image/png;base64,b25l', 'data:image/webp;base64,dHdv'],
    mask: ['data:image/png;base64,'],
  })
})

test('anything else is refused', () => {
  expect(() => formAsJson(Buffer.from('{}'), 'application/json')).toThrow(SyntaxError)
})
