import { expect, test } from 'bun:test'
import { cellSpans } from './cell-spans.ts'

/** `a*` is empty; the default width is 10, another one is given by `a*30`. */
const rooms = (text: string) =>
  text.split(' ').map((each) => {
    const [, id = '', star, width] = /^(\w)(\*?)(\d*)$/.exec(each) ?? []
    return { id, empty: star === '*', width: Number(width || 10) }
  })
const drawn = (text: string, spreading?: string) =>
  cellSpans(rooms(text), spreading)
    .map(({ shows = '-', span }) => shows + (span > 1 ? span : ''))
    .join(' ')

test.each([
  ['a b c', undefined, 'a b c'],
  ['a b c', 'x', 'a b c'],
  ['a b c', 'c', 'a b c'],
  ['a b* c* d', 'd', 'a d3'],
  ['a b* c* d e', 'e', 'a e2 d -'],
  ['a b* c d*', 'd', 'a b c d'],
  ['a b* c d80', 'd', 'a b c d'],
  ['d b* c', 'd', 'd2 c'],
  ['a b*30 c d20', 'd', 'a d c -'],
])('%s with %s that spreads is drawn as %s', (text, spreading, expected) => {
  expect(drawn(text, spreading)).toBe(expected)
})
