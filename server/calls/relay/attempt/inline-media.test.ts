import { describe, expect, test } from 'bun:test'
import type { ChatRequest, Part } from '../../../formats/dialects/conversation.ts'
import { BadRequest } from '../../../formats/dialects/dialect.ts'
import { MediaError } from '../../../formats/media/fetch-media.ts'
import { inlineMedia, pathOf } from './inline-media.ts'

const image = (url: string) => ({ kind: 'image' as const, source: { url } })
const conversation = (...parts: Part[]): ChatRequest => ({
  system: [],
  turns: [{ role: 'user', parts }],
  tools: [],
  stream: false,
  stop: [],
})
const body = Buffer.from('{"messages":[{"content":[{"text":"a"},{"image_url":{"url":"http://a"}}]}]}')
const call = { body: { bytes: body }, call: { signal: new AbortController().signal } }
const media = { mediaType: 'image/png', data: 'AAAA' }

test('everything by address is inside afterwards, also in the results of tools', async () => {
  const asked: string[][] = []
  const parts: Part[] = [
    { kind: 'text', text: 'hi' },
    image('http://a'),
    { kind: 'file', name: 'x', source: { url: 'http://b' } },
    { kind: 'tool_result', id: '1', content: [image('http://c')] },
    { kind: 'image', source: media },
  ]
  const given = conversation(...parts)
  const filled = await inlineMedia(given, call, async (urls) => {
    asked.push([...urls])
    return new Map(urls.map((url) => [url, { ...media, data: url }]))
  })
  expect(asked).toEqual([['http://a', 'http://b', 'http://c']])
  expect(filled.turns[0]?.parts).toEqual([
    { kind: 'text', text: 'hi' },
    { kind: 'image', source: { ...media, data: 'http://a' } },
    { kind: 'file', name: 'x', source: { ...media, data: 'http://b' } },
    { kind: 'tool_result', id: '1', content: [{ kind: 'image', source: { ...media, data: 'http://c' } }] },
    { kind: 'image', source: media },
  ])
  expect(given.turns[0]?.parts).toEqual(parts)
})

test('nothing is fetched where all is inside', async () => {
  const given = conversation({ kind: 'image', source: media })
  const fetchMedia = () => Promise.reject(new Error('asked'))
  expect(await inlineMedia(given, call, fetchMedia)).toBe(given)
})

test('a failure names the part, and is not tried again for the next channel', async () => {
  let asked = 0
  const given = conversation(image('http://a'))
  const fetchMedia = () => {
    asked += 1
    return Promise.reject(new MediaError('http://a', 'was answered with status 404'))
  }
  for (let channel = 0; channel < 2; channel++) {
    const error = await inlineMedia(given, call, fetchMedia).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(BadRequest)
    expect(error).toMatchObject({
      field: 'messages[0].content[1].image_url.url',
      problem: 'was answered with status 404',
    })
  }
  expect(asked).toBe(1)
})

describe('the place of a text', () => {
  test.each([
    [{ a: { b: ['x', { c: 'here' }] } }, 'a.b[1].c'],
    [['here'], '[0]'],
    [{ a: 'elsewhere' }, undefined],
  ])('in %j', (value, place) => expect(pathOf(value, 'here')).toBe(place))
})
