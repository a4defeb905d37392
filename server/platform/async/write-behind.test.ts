import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import { openWriteBehind } from './write-behind.ts'

/** A database that accepts what it is given, unless it is away, and notes each write. */
function setUp(everyMs: number, retryMs?: number) {
  const base = { waiting: [] as number[], written: [] as number[][], isAway: false, warnings: [] as string[] }
  let release: (() => void) | undefined
  const behind = openWriteBehind({
    everyMs,
    ...(retryMs === undefined ? {} : { retryMs }),
    async write() {
      const taken = base.waiting
      base.waiting = []
      if (release) await new Promise<void>((resolve) => (release = resolve))
      if (base.isAway) {
        base.waiting = [...taken, ...base.waiting]
        throw new Error('away')
      }
      base.written.push(taken)
    },
    isEmpty: () => base.waiting.length === 0,
    failure: 'the numbers were not written',
    warn: (message) => base.warnings.push(message),
  })
  const add = (value: number, ms?: number) => {
    base.waiting.push(value)
    behind.wake(ms)
  }
  return Object.assign(base, { behind, add, hold: () => (release = () => {}), release: () => release?.() })
}

const NEVER = 1_000_000

test('what came in a while is one write', async () => {
  const site = setUp(1)
  for (const value of [1, 2, 3]) site.add(value)
  await until(() => site.written.length > 0)
  expect(site.written).toEqual([[1, 2, 3]])
})

test('an earlier wake counts, a later one does not delay', async () => {
  const site = setUp(NEVER)
  site.add(1)
  site.add(2, 1)
  site.add(3, NEVER)
  await until(() => site.written.length > 0)
  expect(site.written).toEqual([[1, 2, 3]])
})

test('a flush writes what came during the write before it', async () => {
  const site = setUp(NEVER)
  site.hold()
  site.add(1)
  const first = site.behind.flush()
  await until(() => site.waiting.length === 0)
  site.add(2)
  const second = site.behind.flush()
  site.release()
  await first
  await until(() => site.waiting.length === 0)
  site.release()
  await second
  expect(site.written).toEqual([[1], [2]])
})

test('a failure keeps what waits, is told once, and is tried again', async () => {
  const site = setUp(NEVER, 1)
  site.isAway = true
  site.add(1)
  await site.behind.flush()
  await until(() => site.waiting.length === 1)
  expect(site.written).toEqual([])
  site.isAway = false
  await until(() => site.written.length > 0)
  expect(site.written).toEqual([[1]])
  expect(site.warnings).toEqual(['the numbers were not written, trying again: Error: away'])
})

test('closing writes the rest', async () => {
  const site = setUp(NEVER)
  site.add(1)
  await site.behind.close()
  expect(site.written).toEqual([[1]])
})
