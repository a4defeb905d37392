import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../conversation.ts'
import { readRequest } from './read-request.ts'

describe('a mark for the cache on the whole request', () => {
  const cacheControl = { type: 'ephemeral', ttl: '1h' }
  const partsOf = (content: unknown, more: JsonObject = {}) =>
    readRequest({ messages: [{ role: 'user', content }], cache_control: cacheControl, ...more }, false).turns[0]?.parts

  test('stands for one at its end', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(partsOf(content)).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'b', cacheControl },
    ])
  })

  test('leaves a mark that is there', () => {
    const own = { type: 'ephemeral' }
    expect(partsOf([{ type: 'text', text: 'a', cache_control: own }])).toEqual([
      { kind: 'text', text: 'a', cacheControl: own },
    ])
  })

  test('that is none changes nothing', () => {
    expect(partsOf('a', { cache_control: null })).toEqual([{ kind: 'text', text: 'a' }])
  })
})
