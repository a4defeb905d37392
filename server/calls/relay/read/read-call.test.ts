import { expect, test } from 'bun:test'
import { type RelayEndpoint, relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { type RequestFacts, readCall, readLargeCall } from './read-call.ts'

const endpointOf = (path: string) => relayEndpoint(path) as RelayEndpoint
const CHAT = endpointOf('/v1/chat/completions')
const long = 'a "quoted" text,\nwith {lines} and 中文 '.repeat(5000)
const file = `data:image/png;base64,${'abcd'.repeat(50_000)}`
const message = (content: unknown) => ({ role: 'user', content })

test.each([
  ['messages', CHAT, { model: 'gpt-4o', messages: [message(long), message(long)], stream: true, max_tokens: 5 }],
  [
    'pictures',
    CHAT,
    { model: 'gpt-4o', messages: [message([{ type: 'image_url', image_url: { url: file } }]), message(long)] },
  ],
  ['tools', CHAT, { model: 'gpt-4o', messages: [message('hi')], tools: [{ description: long }], stream_options: null }],
  ['an input', endpointOf('/v1/responses'), { model: 'gpt-4o', input: long, max_output_tokens: 7 }],
  ['many texts', endpointOf('/v1/embeddings'), { model: 'text-embedding-3-small', input: Array(3000).fill('"text"') }],
])('a large body of %s says the same, read with rests', (_what, endpoint, body) => {
  const bytes = Buffer.from(JSON.stringify(body))
  expect(countedIn(atOnce(readLargeCall(bytes, endpoint)))).toEqual(countedIn(readCall(bytes, endpoint)))
})

/** The facts of a call, with the count of its input whether it was made already or not. */
const countedIn = ({ input: { tokens, heldTokens, pieces }, ...facts }: RequestFacts) => ({
  ...facts,
  input: { tokens, heldTokens, pieces },
})

test.each([
  ['a text', { messages: [{ role: 'user', content: 'Say hello.' }] }],
  ['a long text', { messages: [{ role: 'user', content: 'word '.repeat(3000) }] }],
  ['a picture', { messages: [{ role: 'user', content: `data:image/png;base64,${'A'.repeat(600)}` }] }],
  ['Chinese', { messages: [{ role: 'user', content: '你好'.repeat(500) }], tools: [] }],
])('the bound of %s is no less than what it is held for', (_what, body) => {
  const { input } = readCall(Buffer.from(JSON.stringify({ model: 'm', ...body })), CHAT)
  const { mostTokens } = input
  expect(mostTokens).toBeGreaterThanOrEqual(input.heldTokens)
})

test.each([
  '{"model":1}',
  '{"model":"a","model":"b","messages":[]}',
  '{"model":"a"}',
  '{"model":"a","messages":[',
  '[]',
])('the large body %s is refused as a small one', (text) => {
  const bytes = Buffer.from(text.padEnd(100_000))
  const codeOf = (read: () => unknown) => {
    try {
      return read()
    } catch (error) {
      return error
    }
  }
  const error = codeOf(() => readCall(bytes, CHAT))
  expect(error).toBeInstanceOf(Error)
  expect(codeOf(() => atOnce(readLargeCall(bytes, CHAT)))).toEqual(error)
})

test('reading a huge body gives the turn back many times', () => {
  const bytes = Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: Array(40).fill(message(long)) }))
  const steps = [...readLargeCall(bytes, CHAT)]
  expect(steps.length).toBeGreaterThanOrEqual(Math.floor(bytes.length / 200_000))
})
