import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import counted from '../../../formats/estimates/counted-texts.json'
import { DEFAULT_RATIOS } from '../../../formats/estimates/families.ts'
import { estimateInput, estimateTokens } from './estimate.ts'

const estimate = (body: object, ratios = DEFAULT_RATIOS) => {
  const bytes = Buffer.from(JSON.stringify(body))
  return estimateInput(bytes, scanFields(bytes), ratios)
}
const input = (body: object) => estimate(body).tokens
const words = (count: number) => 'word '.repeat(count)
const image = (bytes: number) => ({ image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } })

describe('input', () => {
  test('is what models read', () => {
    expect(input({ prompt: words(100) })).toBeWithin(100, 112)
    expect(input({ messages: [], tools: [words(100)] })).toBeWithin(100, 112)
  })

  test.each(counted)('of a $kind text in a body is that of the text itself and a few tokens', ({ text }) => {
    const alone = estimateTokens(text)
    const escaped = Buffer.from(
      JSON.stringify({ messages: [{ role: 'user', content: text }] }).replace(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )
    expect(input({ messages: [{ role: 'user', content: text }] }) - alone).toBeWithin(0, 12)
    expect(estimateInput(escaped, scanFields(escaped)).tokens - alone).toBeWithin(0, 12)
  })

  test('leaves out what models do not read', () => {
    expect(input({ model: 'm'.repeat(400), metadata: { note: words(100) }, input: 'xx' })).toBe(2)
  })

  test('leaves out marks for the cache', () => {
    const text = (mark: object) => ({ messages: [{ content: [{ text: words(100), ...mark }] }] })
    expect(input(text({ cache_control: { type: 'ephemeral', ttl: '1h' } })) - input(text({}))).toBeWithin(0, 2)
  })

  test('counts inline files flat, whatever their size', () => {
    const text = { content: words(100) }
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
    expect(input(picture('some words '.repeat(600)))).toBeGreaterThan(1100)
  })

  test('counts what stands above responses', () => {
    expect(input({ input: 'xx', instructions: words(100), text: { format: {} } })).toBeGreaterThan(100)
  })

  test('counts raw base64 as the file that it is', () => {
    const audio = (data: string) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })
    const spaced = (data: string) => Buffer.from(`{"messages":[{"input_audio":{"data" :\n "${data}"}}]}`)
    const none = input({ messages: [audio('')] })
    expect(input({ messages: [audio('UklGRg+/'.repeat(500_000))] }) - none).toBeWithin(990, 1003)
    expect(input({ messages: [audio('UklGRg-_'.repeat(100)), audio('A'.repeat(9000))] })).toBeWithin(2000, 2100)
    const bytes = spaced('A'.repeat(9000))
    expect(estimateInput(bytes, scanFields(bytes)).tokens).toBeWithin(1000, 1020)
  })

  test('counts long text in a field of that name as text', () => {
    expect(input({ messages: [{ data: 'words and '.repeat(400) }] })).toBeWithin(800, 860)
    const quoted = JSON.stringify({ data: 'A'.repeat(4000) })
    expect(input({ messages: [{ content: quoted }] })).toBeWithin(990, 1060)
  })

  test('counts a short data address as the text that it is', () => {
    expect(input({ prompt: [words(150), 'data:,hello'] })).toBe(input({ prompt: [words(150), 'xxxx:,hello'] }))
  })

  test('counts a long input by evenly spread parts of it', () => {
    const texts = counted.map(({ text }) => text)
    const one = estimate({ messages: texts.map((content) => ({ content })) })
    const many = estimate({
      messages: Array.from({ length: 100 }, () => texts)
        .flat()
        .map((content) => ({ content })),
    })
    expect(many.tokens / one.tokens / 100).toBeWithin(0.97, 1.03)
    expect(many.pieces).toBeUndefined()
  })

  test('is nothing without input', () => expect(input({ model: 'm' })).toBe(0))

  test('holds no more than a quarter of its bytes, whatever was learned', () => {
    const text = { prompt: words(100) }
    const doubled = DEFAULT_RATIOS.map((ratio) => ratio * 2)
    expect(estimate(text, doubled).tokens).toBeGreaterThan(200)
    expect(estimate(text, doubled).heldTokens).toBe(126)
    const { tokens, heldTokens } = estimate({ prompt: counted[0]?.text })
    expect(heldTokens).toBe(tokens)
  })

  test('is learned from where it is text alone', () => {
    const messages = [{ role: 'user', content: 'How does a lock keep two boats apart?' }]
    expect(estimate({ messages }).pieces).toBeDefined()
    expect(estimate({ messages, tools: [{ type: 'function' }] }).pieces).toBeUndefined()
    expect(estimate({ input: 'And then?', previous_response_id: 'resp_1' }).pieces).toBeUndefined()
    const url = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
    expect(estimate({ messages: [...messages, { role: 'user', content: [url] }] }).pieces).toBeUndefined()
    expect(estimate({ messages: [{ role: 'user', content: [image(5000)] }] }).pieces).toBeUndefined()
  })
})
