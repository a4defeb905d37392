import { describe, expect, setSystemTime, test } from 'bun:test'
import { createHealth } from './health.ts'

function clockAndHealth() {
  let now = 1_000_000
  const health = createHealth(() => now)
  const pass = (ms: number) => {
    now += ms
  }
  return { health, pass }
}

const fail = (health: ReturnType<typeof createHealth>, times: number) => {
  for (let i = 0; i < times; i++) health.failed(1)
}

describe('a channel', () => {
  test('is healthy until it has failed three times in a row', () => {
    const { health } = clockAndHealth()
    expect(health.isHealthy(1)).toBe(true)
    fail(health, 2)
    expect(health.isHealthy(1)).toBe(true)
    fail(health, 1)
    expect(health.isHealthy(1)).toBe(false)
    expect(health.isHealthy(2)).toBe(true)
  })

  test('rests five seconds, and twice as long after each further failure', () => {
    const { health, pass } = clockAndHealth()
    fail(health, 3)
    pass(4999)
    expect(health.isHealthy(1)).toBe(false)
    pass(1)
    expect(health.isHealthy(1)).toBe(true)
    fail(health, 1)
    pass(9999)
    expect(health.isHealthy(1)).toBe(false)
    pass(1)
    expect(health.isHealthy(1)).toBe(true)
  })

  test('never rests longer than five minutes', () => {
    const { health, pass } = clockAndHealth()
    fail(health, 5000)
    pass(300_000)
    expect(health.isHealthy(1)).toBe(true)
  })

  test('is healthy again after one success, and starts counting anew', () => {
    const { health } = clockAndHealth()
    fail(health, 3)
    health.succeeded(1)
    expect(health.isHealthy(1)).toBe(true)
    fail(health, 2)
    expect(health.isHealthy(1)).toBe(true)
  })
})

test('whoever sets the clock of the machine neither ends a rest nor lengthens it', () => {
  const health = createHealth()
  fail(health, 3)
  try {
    setSystemTime(new Date(Date.now() + 3_600_000))
    expect(health.isHealthy(1)).toBe(false)
  } finally {
    setSystemTime()
  }
})
