import { expect, test } from 'bun:test'
import { until } from '#test/harness/until.ts'
import type { StartRecord } from './records.ts'
import { type StartedCall, type StartedCalls, trackStartedCalls } from './started-calls.ts'

const startOf = ({ id }: StartedCall): StartRecord => ({
  t: 'start',
  id,
  at: 0,
  user: 1,
  name: '',
  token: 0,
  tokenName: '',
  channel: 0,
  model: '',
  group: '',
})

function begin(beginnings: StartedCalls, id: string): StartedCall {
  const call = { id }
  beginnings.add(call, startOf)
  return call
}

test('a call that ends at once leaves nothing, whichever of many it is', async () => {
  const written: string[] = []
  const beginnings = trackStartedCalls(
    ({ id }) => written.push(id),
    () => {},
  )
  const calls = Array.from({ length: 100 }, (_, index) => begin(beginnings, `call-${index}`))
  const short = calls.filter((_, index) => index % 3 === 0).sort(() => Math.random() - 0.5)
  for (const call of short) expect(beginnings.end(call)).toBe(false)
  const long = calls.filter((call) => !short.includes(call))
  await until(() => written.length >= long.length)
  expect(written.sort()).toEqual(long.map(({ id }) => id).sort())
  for (const call of long) expect(beginnings.end(call)).toBe(true)
  for (const call of calls) expect(beginnings.end(call)).toBe(false)
})

test('knows the oldest segment that a call has begun in', async () => {
  let segment = 4
  const beginnings = trackStartedCalls(
    () => segment++,
    () => {},
  )
  expect(beginnings.oldestSegment()).toBe(Number.POSITIVE_INFINITY)
  const first = begin(beginnings, 'first')
  await until(() => segment === 5)
  const second = begin(beginnings, 'second')
  await until(() => segment === 6)
  expect(beginnings.oldestSegment()).toBe(4)
  beginnings.end(first)
  expect(beginnings.oldestSegment()).toBe(5)
  beginnings.end(second)
  expect(beginnings.oldestSegment()).toBe(Number.POSITIVE_INFINITY)
})

test('a beginning that the disk refuses is told, and others are written', async () => {
  const told: string[] = []
  const written: string[] = []
  const beginnings = trackStartedCalls(
    ({ id }) => {
      if (id === 'refused') throw new Error('disk full')
      return written.push(id)
    },
    (message) => told.push(message),
  )
  for (const id of ['before', 'refused', 'after']) begin(beginnings, id)
  await until(() => written.length + told.length >= 3)
  expect(written.sort()).toEqual(['after', 'before'])
  expect(told).toEqual([expect.stringContaining('disk full')])
})
