import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { until } from '#test/harness/until.ts'
import { createGrowthRule, createLoadSampler } from './growth.ts'

const MB = 1024 * 1024
/** Takes more than the tick of a hundredth of a second by which threads are measured. */
const WORK = Buffer.alloc(32 * MB)
const BUSY = { busy: 0.9, idleCores: 1, availableBytes: 4096 * MB }

test('another process helps when the thread is busy for two samples, while cores are idle and memory is free', () => {
  const helps = createGrowthRule()
  expect(helps(BUSY)).toBe(false)
  expect(helps(BUSY)).toBe(true)
  // What follows belongs to the process that was just started.
  expect(helps(BUSY)).toBe(false)
  expect(helps(BUSY)).toBe(true)
})

test('a burst, a machine without an idle core, and one without memory start none', () => {
  for (const other of [{ busy: 0.5 }, { idleCores: 0.2 }, { availableBytes: 300 * MB }]) {
    const helps = createGrowthRule()
    const samples = [BUSY, { ...BUSY, ...other }, BUSY, { ...BUSY, ...other }]
    expect(samples.map(helps)).toEqual([false, false, false, false])
  }
})

describe.skipIf(process.platform !== 'linux')('of this process', () => {
  test('a thread that works is seen, and so is one that waits', async () => {
    const sample = createLoadSampler()
    // Beside other work, a thread may get little of a core.
    await until(() => {
      createHash('sha256').update(WORK).digest()
      return sample().busy > 0.1
    })
    await until(() => sample().busy < 0.1)
    const { busy, idleCores, availableBytes } = sample()
    for (const value of [busy, idleCores, availableBytes]) expect(value).toBeGreaterThanOrEqual(0)
  })
})
