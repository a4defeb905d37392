import { expect, test } from 'bun:test'
import { andThen } from './and-then.ts'

test('a value that is there is used at once, and its error is thrown', () => {
  expect(andThen(1, (value) => value + 1)).toBe(2)
  expect(() =>
    andThen(1, () => {
      throw new Error('refused')
    }),
  ).toThrow('refused')
})

test('a promise is awaited, and so is the promise that follows', async () => {
  const result = andThen(Promise.resolve(1), async (value) => value + 1)
  expect(result).toBeInstanceOf(Promise)
  expect(await result).toBe(2)
  await expect(andThen(Promise.reject(new Error('lost')), (value) => value)).rejects.toThrow('lost')
})
