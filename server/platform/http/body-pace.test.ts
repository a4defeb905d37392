import { expect, test } from 'bun:test'
import { BodyPace } from './body-pace.ts'

const MEGABYTE = 1024 * 1024

/** Seconds after which a body is too slow that gets so many bytes each second; undefined = never, within an hour. */
function tooSlowAfter(announced: number, bytesPerSecond: (second: number) => number): number | undefined {
  const pace = new BodyPace(announced, 0)
  for (let second = 1, left = announced || Number.POSITIVE_INFINITY; second <= 3600 && left > 0; second++) {
    const bytes = Math.min(left, bytesPerSecond(second))
    pace.add(bytes)
    left -= bytes
    if (left > 0 && pace.isTooSlow(second * 1000)) return second
  }
  return undefined
}

test.each([
  ['nothing comes', 100, () => 0, 30],
  ['it drips', 60 * MEGABYTE, () => 1, 30],
  ['it drips, of unknown length', 0, () => 1, 30],
  ['its last byte is kept back', 60 * MEGABYTE, (second: number) => (second < 60 ? MEGABYTE : 0), 90],
  ['it comes slowly, of unknown length', 0, () => 2048, 65],
  ['it comes slowly for its size', 60 * MEGABYTE, () => 10 * 1024, 1981],
])('a body is not waited for when %s', (_name, announced, rate, seconds) => {
  expect(tooSlowAfter(announced, rate)).toBe(seconds)
})

test.each([
  ['a small one on a bad line', 100_000, () => 1700],
  ['a picture on a mobile line', 3 * MEGABYTE, () => 24 * 1024],
  ['one that pauses for a while', 20 * MEGABYTE, (second: number) => (second % 40 < 20 ? 0 : 200 * 1024)],
  ['the largest', 64 * MEGABYTE, () => 40 * 1024],
  ['one of unknown length', 0, () => 40 * 1024],
])('is waited for: %s', (_name, announced, rate) => {
  expect(tooSlowAfter(announced, rate)).toBeUndefined()
})
