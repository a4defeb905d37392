import { expect, test } from 'bun:test'
import { runAll } from './run-with-progress.tsx'

test('every row gets its turn, never more than a few at once', async () => {
  let running = 0
  let most = 0
  const outcome = await runAll(
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
    },
    3,
  )
  expect(outcome.done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(most).toBe(3)
})

test('a failure is counted and does not stop the others', async () => {
  const outcome = await runAll([1, 2, 3], async (row) => {
    if (row !== 2) return
    throw new Error('refused')
  })
  expect(outcome).toEqual({ done: [1, 3], failed: [2], message: 'refused' })
})

test('nothing to do', async () => {
  expect(await runAll([], async () => {})).toEqual({ done: [], failed: [], message: '' })
})

test('after a stop no further row begins', async () => {
  const stop = new AbortController()
  const act = async (row: number) => {
    if (row === 3) stop.abort()
  }
  expect(await runAll([1, 2, 3, 4, 5], act, 1, stop.signal)).toEqual({ done: [1, 2, 3], failed: [], message: '' })
})
