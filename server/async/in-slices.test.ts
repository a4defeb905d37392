import { expect, test } from 'bun:test'
import { inSlices, type Steps, stepThrough } from './in-slices.ts'
import { nextTurn } from './next-turn.ts'

/** Keeps the thread busy. */
function spend(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
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
  expect(result).rejects.toThrow('no memory')
})

test('every index has its turn once, a few in each step', () => {
  for (const count of [0, 1, 16, 17, 1000]) {
    const seen: number[] = []
    const steps = [...stepThrough(count, (index) => seen.push(index))]
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(steps).toHaveLength(Math.ceil(count / 16))
  }
})
