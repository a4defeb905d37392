import { expect, test } from 'bun:test'
import { collectKeys } from './early-keys.ts'

/** A press as the collector sees it; returns whether the page still gets it. */
function press(target: EventTarget, key: string, more: Partial<KeyboardEvent> = {}): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...more })
  return target.dispatchEvent(event)
}

const open = () => {
  const target = new EventTarget()
  return { target, take: collectKeys(target as never) }
}

test('what is typed before the field is there is its text', () => {
  const { target, take } = open()
  for (const key of ['g', 'P', '渠', ' ', 'x', 'Backspace']) expect(press(target, key)).toBe(false)
  expect(take()).toBe('gP渠 ')
})

test('shortcuts and named keys go on to the page', () => {
  const { target, take } = open()
  expect(press(target, 'r', { ctrlKey: true })).toBe(true)
  expect(press(target, 'Escape')).toBe(true)
  expect(press(target, 'a', { isComposing: true })).toBe(true)
  expect(take()).toBe('')
})

test('afterwards keys belong to the page again, and the text is given once', () => {
  const { target, take } = open()
  press(target, 'a')
  expect([take(), take()]).toEqual(['a', ''])
  expect(press(target, 'b')).toBe(true)
  expect(take()).toBe('')
})

test('what is pasted before the field is there is its text, on one line', () => {
  const { target, take } = open()
  press(target, 'a')
  const clipboardData = { getData: () => 'req-1\nreq-2' }
  expect(target.dispatchEvent(Object.assign(new Event('paste', { cancelable: true }), { clipboardData }))).toBe(false)
  expect(take()).toBe('areq-1 req-2')
})
