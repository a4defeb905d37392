import { describe, expect, test } from 'bun:test'
import { readCallHeaders } from './call-headers.ts'
import { maskedKey, preferReading, readToken } from './token-key.ts'

const URL = 'http://switchyard.test/v1/chat/completions'
const KEY = 'a'.repeat(48)
const present = (headers: Record<string, string>, url = URL) =>
  readToken(readCallHeaders({ header: (name) => new Headers(headers).get(name) ?? undefined }), url)[0]
const readings = (text: string) =>
  readToken(readCallHeaders({ header: (name) => (name === 'authorization' ? text : undefined) }), URL)

describe('a token is found', () => {
  test.each([
    [{ authorization: `Bearer sk-${KEY}` }],
    [{ authorization: `Bearer ${KEY}` }],
    [{ authorization: `bearer   sk-${KEY}` }],
    [{ authorization: `sk-${KEY}` }],
    [{ authorization: KEY }],
    [{ 'x-api-key': `sk-${KEY}` }],
    [{ 'x-goog-api-key': KEY }],
    [{ 'sec-websocket-protocol': `realtime, openai-insecure-api-key.sk-${KEY}, openai-beta.realtime-v1` }],
    [{ 'mj-api-secret': `Bearer sk-${KEY}` }],
    [{ authorization: 'midjourney-proxy', 'mj-api-secret': KEY }],
  ])('in %j', (headers) => expect(present(headers)).toEqual({ key: KEY, channel: undefined }))

  test('in the query', () => {
    expect(present({}, `${URL}?alt=sse&key=sk-${KEY}`)).toEqual({ key: KEY, channel: undefined })
    expect(present({}, `${URL}?monkey=x`)).toBeUndefined()
  })
})

test('the sources have an order', () => {
  const order = [
    { headers: { 'sec-websocket-protocol': 'openai-insecure-api-key.one' }, key: 'one' },
    { headers: { 'x-api-key': 'two' }, key: 'two' },
    { headers: { 'x-goog-api-key': 'four' }, key: 'four' },
    { headers: { authorization: 'Bearer five' }, key: 'five' },
    { headers: { 'mj-api-secret': 'six' }, key: 'six' },
  ]
  for (const [index, { key }] of order.entries()) {
    const headers = Object.assign({}, ...order.slice(index).map((source) => source.headers))
    expect(present(headers)?.key).toBe(key)
  }
  const fromQuery = present({ 'x-goog-api-key': 'four', authorization: 'five' }, `${URL}?key=three`)
  expect(fromQuery?.key).toBe('three')
  expect(present({ 'x-api-key': 'two' }, `${URL}?key=three`)?.key).toBe('two')
})

test('an empty source does not hide the next one', () => {
  expect(present({ 'x-api-key': '', authorization: `Bearer ${KEY}` })?.key).toBe(KEY)
  expect(present({ 'x-api-key': '' }, `${URL}?key=${KEY}`)?.key).toBe(KEY)
})

test('a channel may follow the key; the whole text is the first reading, since a key may hold dashes', () => {
  const whole = { key: `${KEY}-12`, channel: undefined }
  expect(readings(`Bearer sk-${KEY}-12`)).toEqual([whole, { key: KEY, channel: '12' }])
  expect(readings(`Bearer sk-${KEY}#12`)).toEqual([
    { key: `${KEY}#12`, channel: undefined },
    { key: KEY, channel: '12' },
  ])
  expect(readings(`Bearer ${KEY}-12-34`).slice(1)).toEqual([
    { key: `${KEY}-12`, channel: '34' },
    { key: KEY, channel: '12' },
  ])
})

test('the reading that had a token is the first one from then on', () => {
  const text = `Bearer sk-${'b'.repeat(48)}-7`
  const [, cut] = readings(text)
  preferReading(readings(text), cut!)
  expect(readings(text)[0]).toEqual({ key: 'b'.repeat(48), channel: '7' })
  expect(readings(text)).toHaveLength(2)
})

test('nothing is found where nothing is', () => {
  for (const headers of [{}, { authorization: '' }, { authorization: 'midjourney-proxy' }]) {
    expect(present(headers as Record<string, string>)).toBeUndefined()
  }
})

test('a key is shown by its ends', () => {
  expect(maskedKey(`abc${KEY}xyz`)).toBe('sk-abc***xyz')
})
