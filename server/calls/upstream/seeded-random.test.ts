import { expect, test } from 'bun:test'
import { seededRandom } from './seeded-random.ts'

test('the same key gives the same numbers, another gives others', () => {
  const numbers = (key: string) => Array.from({ length: 5 }, seededRandom(key))
  expect(numbers('a')).toEqual(numbers('a'))
  expect(numbers('a')).not.toEqual(numbers('b'))
})

test('the first numbers of many keys are spread evenly', () => {
  const tenths = Array<number>(10).fill(0)
  for (let key = 0; key < 10_000; key++) {
    const number = seededRandom(`conversation-${key}`)()
    expect(number).toBeWithin(0, 1)
    tenths[Math.floor(number * 10)]! += 1
  }
  for (const count of tenths) expect(count).toBeWithin(850, 1150)
})
