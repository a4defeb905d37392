import { expect, test } from 'bun:test'
import { createSlices } from './in-slices.ts'
import { nextTurn } from './next-turn.ts'
import type { Steps } from './steps.ts'

let now = 0
const inSlices = createSlices(() => now)

/** Work takes so long by the clock of the slices. */
function spend(ms: number): void {
  now += ms
}

test('work rests after a slice of time, and says in the end what came out', async () => {
  const order: string[] = []
  function* work(): Steps<string> {
    for (const part of ['first', 'second']) {
      spend(3)
      order.push(part)
      yield
    }
    return 'done'
  }
  const other = nextTurn().then(() => order.push('other work'))
  const result = inSlices(work())
  expect(await result).toBe('done')
  await other
  expect(order).toEqual(['first', 'other work', 'second'])
})

test('short work does not rest, and what it throws arrives', async () => {
  let isOver = false
  function* work(): Steps<void> {
    yield
    isOver = true
    throw new Error('no memory')
  }
  const result = inSlices(work())
  expect(isOver).toBe(true)
  await expect(result).rejects.toThrow('no memory')
})

test('all work shares a slice, and other work has its turn behind each', async () => {
  let turns = 0
  let steps = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  function* work(): Steps<void> {
    for (let part = 0; part < 4; part++) {
      spend(1.1)
      steps += 1
      yield
    }
  }
  await Promise.all([inSlices(work()), inSlices(work()), inSlices(work())])
  isOver = true
  // Two steps fit into a slice, whoever does them.
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(steps).toBe(12)
})
