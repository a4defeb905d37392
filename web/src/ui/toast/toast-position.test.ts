import { expect, test } from 'bun:test'
import { placeToasts } from './toast-position.ts'

const toasts = { left: 1040, right: 1424, height: 40 }
const place = (...obstacles: { left: number; right: number; top: number; bottom: number }[]) =>
  placeToasts(toasts, obstacles, 900, 16)

test('toasts stand at rest while nothing is in their way', () => {
  expect(place()).toBe(16)
  expect(place({ left: 0, right: 640, top: 840, bottom: 900 })).toBe(16)
  expect(place({ left: 800, right: 1440, top: 300, bottom: 340 })).toBe(16)
})

test('they stand above what must stay in reach, and above what is above that', () => {
  const footer = { left: 800, right: 1440, top: 840, bottom: 900 }
  expect(place(footer)).toBe(68)
  expect(place({ left: 0, right: 1440, top: 790, bottom: 830 }, footer)).toBe(118)
})

test('they stay in the window', () => {
  expect(place({ left: 0, right: 1440, top: 10, bottom: 900 })).toBe(852)
})
