import { describe, expect, setSystemTime, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import type { Failure } from './circuit.ts'
import { createCircuits, type Probe } from './circuits.ts'

const M = 'gpt-4o'
const FAILURE: Failure = { kind: 'server', status: 500, message: 'broken', requestId: 'r' }

function withClock() {
  let now = 1_000_000
  const circuits = createCircuits(() => now)
  return {
    circuits,
    pass(ms: number) {
      now += ms
    },
    fail(times: number, failure = FAILURE) {
      for (let i = 0; i < times; i++) circuits.failed(1, M, failure)
    },
    serve(times: number, ms?: number) {
      for (let i = 0; i < times; i++) circuits.succeeded(1, M, ms)
    },
  }
}

describe('a model at a channel', () => {
  test('is healthy until three calls have failed, and no other model or channel is concerned', () => {
    const { circuits, fail } = withClock()
    fail(2)
    expect(circuits.isHealthy(1, M)).toBe(true)
    fail(1)
    expect(circuits.isHealthy(1, M)).toBe(false)
    expect(circuits.view(1, M).state).toBe('open')
    expect(circuits.isHealthy(1, 'other')).toBe(true)
    expect(circuits.isHealthy(2, M)).toBe(true)
  })

  test('stays healthy when fewer than half of its calls fail, however many that are', () => {
    const { circuits, fail, serve, pass } = withClock()
    for (let round = 0; round < 200; round++) {
      serve(3)
      fail(2)
      pass(100)
    }
    expect(circuits.isHealthy(1, M)).toBe(true)
    expect(circuits.view(1, M).failedShare).toBeCloseTo(0.4, 2)
  })

  test.each([
    ['thirty good calls', 30, 0],
    ['five minutes of busy traffic', 3000, 100],
  ])('opens at the third caller who meets a dead vendor after %s', (_, calls, apartMs) => {
    const { circuits, fail, serve, pass } = withClock()
    for (let call = 0; call < calls; call++) {
      serve(1)
      pass(apartMs)
    }
    let met = 0
    for (; circuits.isHealthy(1, M) && met < 100; met++) fail(1)
    expect(met).toBe(3)
  })

  test('stays healthy for failures in a row that its failed share explains', () => {
    const { circuits, fail, serve } = withClock()
    for (let round = 0; round < 50; round++) {
      serve(5)
      fail(3)
    }
    expect(circuits.isHealthy(1, M)).toBe(true)
  })

  test('opens for a slow caller, too: failures of the last minutes count', () => {
    const { circuits, fail, pass } = withClock()
    for (let minute = 0; minute < 4; minute++) {
      fail(1)
      pass(50_000)
    }
    expect(circuits.view(1, M).state).not.toBe('closed')
  })

  test('rests five seconds, and twice as long when the call after it fails', () => {
    const { circuits, fail, pass } = withClock()
    fail(3)
    pass(4999)
    expect(circuits.isHealthy(1, M)).toBe(false)
    pass(1)
    expect(circuits.isHealthy(1, M)).toBe(true)
    expect(circuits.view(1, M).state).toBe('half_open')
    fail(1)
    pass(9999)
    expect(circuits.isHealthy(1, M)).toBe(false)
    pass(1)
    expect(circuits.isHealthy(1, M)).toBe(true)
  })

  test('does not rest longer for calls that fail while it rests', () => {
    const { circuits, fail, pass } = withClock()
    fail(5000)
    pass(5000)
    expect(circuits.isHealthy(1, M)).toBe(true)
  })

  test('never rests longer than five minutes', () => {
    const { circuits, fail, pass } = withClock()
    for (let round = 0; round < 30; round++) {
      fail(3)
      pass(300_000)
      expect(circuits.isHealthy(1, M)).toBe(true)
    }
  })

  test('is healthy again after one success, and is counted anew', () => {
    const { circuits, fail, serve } = withClock()
    fail(3)
    serve(1)
    expect(circuits.view(1, M).state).toBe('closed')
    fail(1)
    expect(circuits.isHealthy(1, M)).toBe(true)
  })

  test('rests at once where the vendor says how long to wait', () => {
    const { circuits, fail, pass } = withClock()
    fail(1, { ...FAILURE, kind: 'rate', status: 429, waitMs: 20_000 })
    pass(19_999)
    expect(circuits.isHealthy(1, M)).toBe(false)
    pass(1)
    expect(circuits.isHealthy(1, M)).toBe(true)
  })
})

test('the latest failures of a channel are kept, the newest first', () => {
  const { circuits, fail } = withClock()
  for (let n = 0; n < 9; n++) fail(1, { ...FAILURE, requestId: `r${n}` })
  circuits.failed(1, 'other', { ...FAILURE, requestId: 'last' })
  const samples = circuits.samplesOf(1)
  expect(samples).toHaveLength(6)
  expect(samples.map(({ requestId }) => requestId)).toContain('last')
  expect(samples.map(({ requestId }) => requestId)).not.toContain('r3')
  expect(circuits.samplesOf(2)).toEqual([])
})

test('the time to the first byte is a mean of the last minutes', () => {
  const { circuits, serve, pass } = withClock()
  expect(circuits.latency(1, M)).toBeUndefined()
  serve(1, 1000)
  expect(circuits.latency(1, M)).toBe(1000)
  serve(1, 500)
  expect(circuits.latency(1, M)).toBe(900)
  pass(300_001)
  expect(circuits.latency(1, M)).toBeUndefined()
})

test('names that callers invent are counted together from some number on', () => {
  const { circuits } = withClock()
  for (let n = 0; n < 600; n++) circuits.failed(1, `invented-${n}`, FAILURE)
  expect(circuits.isHealthy(1, 'never called')).toBe(false)
  expect(circuits.isHealthy(1, 'invented-1')).toBe(true)
})

test('whoever sets the clock of the machine neither ends a rest nor lengthens it', () => {
  const circuits = createCircuits()
  for (let n = 0; n < 3; n++) circuits.failed(1, M, FAILURE)
  try {
    setSystemTime(new Date(Date.now() + 3_600_000))
    expect(circuits.isHealthy(1, M)).toBe(false)
  } finally {
    setSystemTime()
  }
})

describe('a probe after the pause', () => {
  /** Circuits whose pause ends at once, because the vendor asks for no more than a millisecond. */
  async function probed(probe: Probe) {
    const circuits = createCircuits()
    circuits.probeWith(probe)
    circuits.failed(1, M, { ...FAILURE, kind: 'rate', waitMs: 1 })
    return circuits
  }

  test('closes the circuit when it is served', async () => {
    const circuits = await probed(async () => ({ served: true }))
    await until(() => circuits.view(1, M).state === 'closed')
  })

  test('opens it again for longer when it fails, and is repeated', async () => {
    let probes = 0
    const circuits = await probed(async () => {
      probes++
      return probes < 3 ? { served: false, failure: { ...FAILURE, waitMs: 1 } } : { served: true }
    })
    await until(() => circuits.view(1, M).state === 'closed')
    expect(probes).toBe(3)
  })

  test('keeps calls away while it runs', async () => {
    const answer = Promise.withResolvers<{ served: true }>()
    const circuits = await probed(() => answer.promise)
    await until(() => circuits.view(1, M).state === 'half_open')
    await until(() => !circuits.isHealthy(1, M))
    answer.resolve({ served: true })
    await until(() => circuits.isHealthy(1, M))
  })

  test('that cannot be sent leaves the decision to the next calls', async () => {
    let asked = false
    const circuits = await probed(async () => {
      asked = true
      return undefined
    })
    await until(() => asked)
    await until(() => circuits.isHealthy(1, M))
    expect(circuits.view(1, M).state).toBe('half_open')
  })
})
