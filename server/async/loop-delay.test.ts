import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import { watchLoopDelay } from './loop-delay.ts'

test('a blocked event loop is measured', async () => {
  const delay = watchLoopDelay()
  try {
    expect(delay.read()).toEqual({ p50: 0, p99: 0, max: 0 })
    for (const end = performance.now() + 700; performance.now() < end; );
    await until(() => delay.read().max >= 100)
    const { p50, p99, max } = delay.read()
    expect(p50).toBeLessThanOrEqual(p99)
    expect(p99).toBeLessThanOrEqual(max)
  } finally {
    delay.close()
  }
})
