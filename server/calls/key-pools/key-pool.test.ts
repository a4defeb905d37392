import { describe, expect, test } from 'bun:test'
import type { MultiKeyMode } from '#contract/channel-keys.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import { seeded } from '#test/harness/seeded.ts'
import { KeyPool, type KeyWish, type PoolKey } from './key-pool.ts'

const NOW = 1_000_000
const NONE: ReadonlySet<number> = new Set()

function poolOf(count: number): KeyPool {
  const pool = new KeyPool()
  for (let id = 1; id <= count; id++)
    pool.put({ id, sealed: '', status: KEY_STATUS.enabled, coolingUntil: 0, limits: undefined }, NOW)
  return pool
}

const wish = (fields: Partial<KeyWish> = {}): KeyWish => ({
  mode: 'polling',
  now: NOW,
  random: Math.random,
  tried: NONE,
  ...fields,
})
const chosen = (pool: KeyPool, times: number, fields: Partial<KeyWish> = {}) =>
  Array.from({ length: times }, () => pool.choose(wish(fields))?.id)
const key = (pool: KeyPool, id: number) => pool.get(id)!

describe('in turn', () => {
  test('every key is used as often as the others', () => {
    expect(chosen(poolOf(3), 7)).toEqual([1, 2, 3, 1, 2, 3, 1])
  })

  test('a key that rests is passed over until its time', () => {
    const pool = poolOf(3)
    pool.rest(key(pool, 2), { coolingUntil: NOW + 100 }, NOW)
    expect(chosen(pool, 4)).toEqual([1, 3, 1, 3])
    expect(chosen(pool, 3, { now: NOW + 100 })).toEqual([1, 2, 3])
  })

  test('a longer rest replaces a shorter one, and a rest may be ended early', () => {
    const pool = poolOf(2)
    pool.rest(key(pool, 1), { coolingUntil: NOW + 100 }, NOW)
    pool.rest(key(pool, 1), { coolingUntil: NOW + 500 }, NOW)
    expect(chosen(pool, 2, { now: NOW + 200 })).toEqual([2, 2])
    expect(pool.nextReady(NOW + 200)).toBe(NOW + 500)
    pool.rest(key(pool, 1), { coolingUntil: 0 }, NOW + 200)
    expect(pool.nextReady(NOW + 200)).toBeUndefined()
    expect(chosen(pool, 2, { now: NOW + 200 })).toEqual([1, 2])
  })

  test('keys that this call has tried are passed over; when all were, there is none', () => {
    const pool = poolOf(3)
    expect(chosen(pool, 2, { tried: new Set([1, 2]) })).toEqual([3, 3])
    expect(pool.choose(wish({ tried: new Set([1, 2, 3]) }))).toBeUndefined()
  })

  test('stopped, disabled and removed keys are not used', () => {
    const pool = poolOf(4)
    pool.setStatus(key(pool, 1), KEY_STATUS.stopped, NOW)
    pool.setStatus(key(pool, 2), KEY_STATUS.disabled, NOW)
    pool.remove(3)
    expect(chosen(pool, 2)).toEqual([4, 4])
    expect(pool.counts(NOW)).toEqual({ total: 3, ready: 1, cooling: 0, stopped: 1, disabled: 1 })
    pool.setStatus(key(pool, 1), KEY_STATUS.enabled, NOW)
    expect(chosen(pool, 2)).toEqual([1, 4])
    expect(pool.enabled).toBe(2)
  })
})

test('at random, every key is used', () => {
  let draw = 0
  expect(chosen(poolOf(4), 4, { mode: 'random', random: () => draw++ / 4 })).toEqual([1, 2, 3, 4])
})

test('the least busy key is chosen, and among equally busy ones that which has waited longest', () => {
  const pool = poolOf(3)
  const next = () => {
    const one = pool.choose(wish({ mode: 'least_busy' }))!
    pool.begin(one)
    return one.id
  }
  expect([next(), next(), next(), next()]).toEqual([1, 2, 3, 1])
  pool.end(key(pool, 3), NOW)
  expect([next(), next()]).toEqual([3, 2])
})

test('a key whose limit is reached is passed over until one of its calls ends', () => {
  const pool = poolOf(2)
  pool.begin(key(pool, 1))
  pool.rest(key(pool, 1), { fullUntil: NOW + 1000 }, NOW)
  expect(chosen(pool, 2)).toEqual([2, 2])
  pool.end(key(pool, 1), NOW)
  expect(chosen(pool, 2)).toEqual([1, 2])
})

describe('a conversation', () => {
  const conversations = Array.from({ length: 500 }, (_, n) => `conversation ${n}`)
  const keysOf = (pool: KeyPool) => conversations.map((conversation) => pool.choose(wish({ conversation }))?.id)

  test('keeps its key, and another one while that is ill', () => {
    const pool = poolOf(10)
    const before = keysOf(pool)
    expect(keysOf(pool)).toEqual(before)
    pool.rest(key(pool, 4), { coolingUntil: NOW + 10 }, NOW)
    const meanwhile = keysOf(pool)
    for (const [n, id] of before.entries()) {
      if (id === 4) expect(meanwhile[n]).not.toBe(4)
      else expect(meanwhile[n]).toBe(id)
    }
    expect(conversations.map((conversation) => pool.choose(wish({ conversation, now: NOW + 10 }))?.id)).toEqual(before)
  })

  test('keeps its key when others come and go, but for the share of those', () => {
    const pool = poolOf(10)
    const before = keysOf(pool)
    pool.remove(7)
    const after = keysOf(pool)
    const moved = before.filter((id, n) => id !== 7 && after[n] !== id)
    expect(moved).toEqual([])
    expect(new Set(before).size).toBe(10)
  })
})

/** Counts how often anything is read of the keys of a pool. */
function countReads(pool: KeyPool): { reads: number } {
  const count = { reads: 0 }
  for (const key of pool.keys()) {
    for (const name of Object.keys(key) as (keyof PoolKey)[]) {
      let value: unknown = key[name]
      const get = () => {
        count.reads++
        return value
      }
      const set = (next: unknown) => {
        value = next
      }
      Object.defineProperty(key, name, { get, set })
    }
  }
  return count
}

test.each<MultiKeyMode>(['polling', 'random', 'least_busy'])(
  'a choice from 10,000 keys looks at hardly more of them than one from 10: %s',
  (mode) => {
    const draw = seeded(1)
    const random = () => draw(2 ** 32) / 2 ** 32
    const choose = (pool: KeyPool, times: number, conversation?: string) => {
      for (let n = 0; n < times; n++) {
        const one = pool.choose(wish({ mode, random, conversation: conversation && `${conversation} ${n % 100}` }))!
        pool.begin(one)
        pool.end(one, NOW)
      }
    }
    const [small, large] = [poolOf(10), poolOf(10_000)]
    for (let id = 1; id <= 9000; id++) large.rest(key(large, id), { coolingUntil: NOW + id }, NOW)
    // Keys that come and go in turn leave nothing behind that is passed over each time.
    for (const pool of [small, large]) choose(pool, 5000)
    const reads = (pool: KeyPool, conversation?: string) => {
      const count = countReads(pool)
      choose(pool, 1000, conversation)
      return count.reads
    }
    for (const conversation of [undefined, 'about']) {
      expect(reads(large, conversation)).toBeLessThan(4 * reads(small, conversation))
    }
  },
)
