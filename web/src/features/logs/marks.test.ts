import { expect, test } from 'bun:test'
import { channelColour, durationColour, firstByteColour, typeOf } from './marks.ts'

test('an answer is fast below 101 s and slow from 300 s', () => {
  expect([0, 100, 101, 299, 300].map(durationColour)).toEqual(['green', 'green', 'orange', 'orange', 'red'])
})

test('a first byte is fast below 3 s and slow from 10 s', () => {
  expect([0, 2.9, 3, 9.9, 10].map(firstByteColour)).toEqual(['green', 'green', 'orange', 'orange', 'red'])
})

test('channels take the fifteen colours in turn', () => {
  expect([15, 1, 16].map(channelColour)).toEqual(['amber', 'blue', 'blue'])
})

test('kinds that this console does not know count as unknown', () => {
  expect([2, 5, -1].map(typeOf)).toEqual([2, 0, 0])
})
