import { describe, expect, test } from 'bun:test'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { Call } from '../call/call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { StreamClock } from './stream-clock.ts'

const MINUTE = 60_000

/** A clock of a stream that begins now, at a channel with these limits in seconds. */
function clockOf(settings: object = {}) {
  const now = Date.now()
  const tasks = new Set<object>()
  const ends: string[] = []
  const watched = {
    isBlocked: false,
    keepAlive: () => void ends.push('keep-alive'),
    cutOff: (reason: string) => void ends.push(reason),
  }
  const began: unknown[] = []
  const circuits = { began: (...times: unknown[]) => void began.push(times) }
  const ticker = { add: (task: object) => void tasks.add(task), remove: (task: object) => void tasks.delete(task) }
  const channel = { id: 1, settings }
  const attempt = { channel, startedAt: now, firstByteBy: () => now + MINUTE } as unknown as AnsweredAttempt
  const call = { model: 'm', stream: true, startedAt: now } as Call
  const clock = new StreamClock(call, attempt, { ticker, services: { circuits } } as unknown as RelayDeps)
  clock.start(watched)
  return { clock, watched, ends, tasks, began, tick: (ms: number) => clock.tick(now + ms) }
}

describe('the clock of a stream', () => {
  test('cuts off an upstream that does not begin in time, and counts it as slow', () => {
    const { tick, ends, began } = clockOf()
    tick(MINUTE + 1)
    expect(ends).toEqual(['first_byte_timeout'])
    expect(began).toHaveLength(1)
  })

  test('cuts off one that falls silent, but not where only the caller does not read', () => {
    const { clock, tick, ends, watched } = clockOf({ idle_timeout: 30 })
    expect([clock.noteRead(), clock.noteRead()]).toEqual([true, false])
    watched.isBlocked = true
    tick(31_000)
    expect(ends).toEqual([])
    watched.isBlocked = false
    tick(31_000)
    expect(ends).toEqual(['idle_timeout'])
  })

  test('ends a stream after its total time', () => {
    const { clock, tick, ends } = clockOf({ idle_timeout: 9000, total_timeout: 60 })
    clock.noteRead()
    tick(MINUTE + 1)
    expect(ends).toEqual(['total_timeout'])
  })

  test('keeps the connection alive every 15 seconds of silence', () => {
    const { clock, tick, ends } = clockOf()
    clock.noteRead()
    for (const ms of [14_000, 16_000, 17_000, 32_000]) tick(ms)
    expect(ends).toEqual(['keep-alive', 'keep-alive'])
  })

  test('looks no more once it is stopped', () => {
    const { clock, tasks } = clockOf()
    expect(tasks.size).toBe(1)
    clock.stop()
    expect(tasks.size).toBe(0)
  })
})
