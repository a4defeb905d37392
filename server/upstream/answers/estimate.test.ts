import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../body/scan-fields.ts'
import { estimateInputTokens, estimateTextTokens } from './estimate.ts'

const input = (body: object) => {
  const bytes = Buffer.from(JSON.stringify(body))
  return estimateInputTokens(bytes, scanFields(bytes))
}
const output = (text: string, start = 0, end = Buffer.byteLength(text)) =>
  estimateTextTokens(Buffer.from(text), start, end)
const image = (bytes: number) => ({ image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } })

describe('input', () => {
  test('is a quarter of the bytes that models read', () => {
    expect(input({ prompt: 'x'.repeat(398) })).toBe(100)
    expect(input({ messages: [], tools: ['x'.repeat(394)] })).toBe(100)
  })

  test('leaves out what models do not read', () => {
    expect(input({ model: 'm'.repeat(400), metadata: { note: 'x'.repeat(400) }, input: 'xx' })).toBe(1)
  })

  test('leaves out marks for the cache', () => {
    const text = (mark: object) => ({ messages: [{ content: [{ text: 'x'.repeat(400), ...mark }] }] })
    expect(input(text({ cache_control: { type: 'ephemeral', ttl: '1h' } })) - input(text({}))).toBeWithin(0, 2)
  })

  test('counts inline files flat, whatever their size', () => {
    const text = { content: 'x'.repeat(400) }
    const none = input({ messages: [text, image(0)] })
    expect(input({ messages: [text, image(1_000_000)] }) - none).toBeWithin(990, 1003)
    expect(input({ messages: [image(5000), text, image(900)] })).toBeWithin(2100, 2150)
  })

  test('counts a file in the last place of the body', () => {
    expect(input({ input: `data:audio/wav;base64,${'A'.repeat(9000)}` })).toBeWithin(990, 1003)
  })

  test('counts a picture that a model made as the file that it is, and no other result', () => {
    const picture = (result: string) => ({ input: [{ type: 'image_generation_call', result }] })
    expect(input(picture('iVBORw0K'.repeat(200_000))) - input(picture(''))).toBeWithin(990, 1003)
    expect(input(picture('some words '.repeat(400)))).toBeGreaterThan(1100)
  })

  test('counts what stands above responses', () => {
    expect(input({ input: 'xx', instructions: 'x'.repeat(398), text: { format: {} } })).toBeGreaterThan(100)
  })

  test('counts raw base64 as the file that it is', () => {
    const audio = (data: string) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })
    const spaced = (data: string) => Buffer.from(`{"messages":[{"input_audio":{"data" :\n "${data}"}}]}`)
    const none = input({ messages: [audio('')] })
    expect(input({ messages: [audio('UklGRg+/'.repeat(500_000))] }) - none).toBeWithin(990, 1003)
    expect(input({ messages: [audio('UklGRg-_'.repeat(100)), audio('A'.repeat(9000))] })).toBeWithin(2000, 2100)
    const bytes = spaced('A'.repeat(9000))
    expect(estimateInputTokens(bytes, scanFields(bytes))).toBeWithin(1000, 1020)
  })

  test('counts long text in a field of that name as text', () => {
    expect(input({ messages: [{ data: 'words and '.repeat(400) }] })).toBeWithin(1000, 1010)
    const quoted = JSON.stringify({ data: 'A'.repeat(4000) })
    expect(input({ messages: [{ content: quoted }] })).toBeWithin(1000, 1020)
  })

  test('counts a short data address as the text that it is', () => {
    expect(input({ prompt: ['x'.repeat(600), 'data:,hello'] })).toBe(
      input({ prompt: ['x'.repeat(600), 'xxxx:,hello'] }),
    )
  })

  test('is nothing without input', () => expect(input({ model: 'm' })).toBe(0))
})

describe('output', () => {
  test('is a token for four ASCII bytes', () => expect(output('12345678')).toBe(2))
  test('is a token for a character of another script', () => expect(output('你好é😀')).toBe(4))
  test('looks at the span alone', () => expect(output('xxxx1234xxxx', 4, 8)).toBe(1))
  test('is nothing for nothing', () => expect(output('', 0, 0)).toBe(0))
})
