import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import { watchLoopDelay } from './loop-delay.ts'

test('a blocked event loop is measured', async () => {
  let now = 0
  const delay = watchLoopDelay(() => now, 1)
  try {
    expect(delay.read()).toEqual({ p50: 0, p99: 0, max: 0 })
    // The next sample comes 700 ms after the start instead of 1.
    now = 700
    await until(() => delay.read().max === 699)
    // Later samples are in time, as time stands still.
    await until(() => delay.read().p50 === 0)
    expect(delay.read()).toEqual({ p50: 0, p99: 699, max: 699 })
  } finally {
    delay.close()
  }
})
