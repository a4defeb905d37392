import { expect, test } from 'bun:test'
import { strokeOf } from './key-listener.ts'

const plain = { metaKey: false, ctrlKey: false, shiftKey: false }

test('a letter is written the same with Caps Lock on or off', () => {
  expect(strokeOf({ ...plain, key: 'c' })).toBe('c')
  expect(strokeOf({ ...plain, key: 'C' })).toBe('c')
})

test('shift counts for letters and named keys, not for signs that need it', () => {
  expect(strokeOf({ ...plain, key: 'X', shiftKey: true })).toBe('shift+x')
  expect(strokeOf({ ...plain, key: 'Enter', shiftKey: true })).toBe('shift+enter')
  expect(strokeOf({ ...plain, key: '?', shiftKey: true })).toBe('?')
})
