import { expect, test } from 'bun:test'
import { stepped } from './part-steps.ts'

const BAR = ['12', '3', undefined]

test('up leads from the bar through its parts, the rest being the last', () => {
  expect(stepped(BAR, undefined, true)).toEqual({ key: '12' })
  expect(stepped(BAR, 'bar', true)).toEqual({ key: '12' })
  expect(stepped(BAR, { key: '3' }, true)).toEqual({ key: undefined })
  expect(stepped(BAR, { key: undefined }, true)).toEqual({ key: undefined })
})

test('down leads back to the bar as a whole', () => {
  expect(stepped(BAR, { key: undefined }, false)).toEqual({ key: '3' })
  expect(stepped(BAR, { key: '12' }, false)).toBe('bar')
  expect(stepped(BAR, 'bar', false)).toBe('bar')
})

test('a part that a bar lacks leads to its lowest, and an empty bar has none', () => {
  expect(stepped(BAR, { key: '99' }, true)).toEqual({ key: '12' })
  expect(stepped([], { key: '12' }, true)).toBe('bar')
})
