import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createTicker, Deadline, every, type TickTask } from './ticker.ts'

const SECOND = 1000

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Lets promises go on; a sleep would wait for the timers that the test moves. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

/** A task that records its ticks. */
function counted(): TickTask & { ticks: number[] } {
  const ticks: number[] = []
  return { ticks, tick: (now) => void ticks.push(now) }
}

test('work is repeated until it is stopped, and never runs twice at a time', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const stop = every(SECOND, () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  jest.advanceTimersByTime(3 * SECOND)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await turns()
  jest.advanceTimersByTime(SECOND)
  expect(runs).toHaveLength(2)
  const stopped = stop()
  expect(Bun.peek.status(stopped)).toBe('pending')
  runs[1]?.resolve()
  await stopped
  expect(jest.getTimerCount()).toBe(0)
})

test('work that fails is reported and repeated', async () => {
  const errors: unknown[] = []
  const stop = every(
    SECOND,
    async () => {
      throw 'away'
    },
    (error) => errors.push(error),
  )
  for (let run = 0; run < 2; run++) {
    jest.advanceTimersByTime(SECOND)
    await turns()
  }
  await stop()
  expect(errors).toEqual(['away', 'away'])
})

test('everything is looked at once a second, and is told the time', () => {
  const clock = createTicker()
  const start = Date.now()
  const [one, two] = [counted(), counted()]
  clock.add(one)
  clock.add(two)
  jest.advanceTimersByTime(3 * SECOND)
  expect(one.ticks).toEqual([start + SECOND, start + 2 * SECOND, start + 3 * SECOND])
  expect(two.ticks).toEqual(one.ticks)
  clock.remove(one)
  clock.remove(two)
})

test('a clock with nothing to look at stops, and goes on with the next thing', () => {
  const clock = createTicker()
  expect(jest.getTimerCount()).toBe(0)
  const first = counted()
  clock.add(first)
  expect(jest.getTimerCount()).toBe(1)
  clock.remove(first)
  jest.advanceTimersByTime(SECOND)
  expect(jest.getTimerCount()).toBe(0)
  const second = counted()
  clock.add(second)
  jest.advanceTimersByTime(2 * SECOND)
  expect(first.ticks).toEqual([])
  expect(second.ticks).toHaveLength(2)
  clock.remove(second)
})

test('one timer is enough for many', () => {
  const clock = createTicker()
  const things = Array.from({ length: 50 }, counted)
  for (const thing of things) clock.add(thing)
  expect(jest.getTimerCount()).toBe(1)
  for (const thing of things) clock.remove(thing)
})

test('things may leave, and others come, while they are looked at', () => {
  const clock = createTicker()
  const late = counted()
  const leaver: TickTask = {
    tick() {
      clock.remove(leaver)
      clock.remove(after)
      clock.add(late)
    },
  }
  const after = counted()
  clock.add(leaver)
  clock.add(after)
  jest.advanceTimersByTime(2 * SECOND)
  expect(after.ticks).toEqual([])
  expect(late.ticks.length).toBeGreaterThan(0)
  clock.remove(late)
})

test('a deadline is late once, within a second after its time', () => {
  const clock = createTicker()
  let calls = 0
  const deadline = new Deadline(clock, Date.now() + 2500, () => {
    calls++
  })
  jest.advanceTimersByTime(2 * SECOND)
  expect([calls, deadline.passed]).toEqual([0, false])
  jest.advanceTimersByTime(SECOND)
  expect([calls, deadline.passed]).toEqual([1, true])
  jest.advanceTimersByTime(5 * SECOND)
  expect(calls).toBe(1)
  expect(jest.getTimerCount()).toBe(0)
})

test('a deadline that is cleared is never late', () => {
  const clock = createTicker()
  let calls = 0
  const deadline = new Deadline(clock, Date.now() + SECOND, () => {
    calls++
  })
  deadline.clear()
  deadline.clear()
  jest.advanceTimersByTime(5 * SECOND)
  expect([calls, deadline.passed]).toEqual([0, false])
})

test('a clock that is set ahead makes nothing late that began before, and counts for what comes later', () => {
  let steady = 0
  const clock = createTicker(() => steady)
  const late: string[] = []
  const begun = new Deadline(clock, Date.now() + 10 * SECOND, () => void late.push('begun'))
  const pass = (seconds: number) => {
    for (let passed = 0; passed < seconds; passed++) {
      steady += SECOND
      jest.advanceTimersByTime(SECOND)
    }
  }
  pass(3)
  jest.setSystemTime(Date.now() + 3600 * SECOND)
  pass(5)
  const later = new Deadline(clock, Date.now() + 3 * SECOND, () => void late.push('later'))
  expect(late).toEqual([])
  pass(5)
  expect(late.toSorted()).toEqual(['begun', 'later'])
  begun.clear()
  later.clear()
})
