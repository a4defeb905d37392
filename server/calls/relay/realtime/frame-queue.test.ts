import { expect, test } from 'bun:test'
import { FrameQueue } from './frame-queue.ts'

const BIG = 'x'.repeat(300_000)

/** A queue whose work is finished by the test, and the calls that it makes to its source. */
function slowPump() {
  const done: string[] = []
  const waiting: (() => void)[] = []
  const source: string[] = []
  const pump = new FrameQueue(
    { pause: () => source.push('pause'), resume: () => source.push('resume') },
    async (frame) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      done.push(String(frame).slice(0, 3))
    },
  )
  const work = async () => {
    waiting.shift()?.()
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  return { pump, done, source, work }
}

test('works on one frame at a time, in order', async () => {
  const { pump, done, work } = slowPump()
  for (const frame of ['a', 'b', 'c']) pump.push(frame)
  await work()
  expect(done).toEqual(['a'])
  await work()
  await work()
  expect(done).toEqual(['a', 'b', 'c'])
})

test('slows its source down while much waits, and only then', async () => {
  const { pump, source, work } = slowPump()
  pump.push(BIG)
  pump.push('small')
  expect(source).toEqual([])
  pump.push(BIG)
  pump.push(BIG)
  expect(source).toEqual(['pause'])
  for (let frame = 0; frame < 4; frame++) await work()
  expect(source).toEqual(['pause', 'resume'])
})

test('the end comes behind everything, or at once when there is nothing', async () => {
  const { pump, done, work } = slowPump()
  pump.push('a')
  pump.push('b')
  pump.finish(() => done.push('end'))
  await work()
  expect(done).toEqual(['a'])
  await work()
  expect(done).toEqual(['a', 'b', 'end'])
  slowPump().pump.finish(() => done.push('empty'))
  expect(done.at(-1)).toBe('empty')
})

test('forgets what waits', async () => {
  const { pump, done, work } = slowPump()
  pump.push('a')
  pump.push('b')
  pump.clear()
  await work()
  await work()
  expect(done).toEqual(['a'])
})
