import { expect, test } from 'bun:test'
import { meaningOf } from './composer-keys.ts'

const press = (key: string, more = {}) => ({ key, shiftKey: false, keyCode: 0, isComposing: false, ...more })
const idle = { isEmpty: false, isWriting: false }

test('Enter sends, unless it begins a line or ends a composition', () => {
  expect(meaningOf(press('Enter', { keyCode: 13 }), idle)).toBe('send')
  expect(meaningOf(press('Enter', { shiftKey: true }), idle)).toBeNull()
  expect(meaningOf(press('Enter', { isComposing: true }), idle)).toBeNull()
  // Safari: the composition has already ended, and only the key code shows that the press belonged to it.
  expect(meaningOf(press('Enter', { keyCode: 229 }), idle)).toBeNull()
})

test('Esc stops an answer, and arrow up in an empty field edits', () => {
  expect(meaningOf(press('Escape'), { ...idle, isWriting: true })).toBe('stop')
  expect(meaningOf(press('Escape'), idle)).toBeNull()
  expect(meaningOf(press('ArrowUp'), { ...idle, isEmpty: true })).toBe('editLast')
  expect(meaningOf(press('ArrowUp'), idle)).toBeNull()
})
