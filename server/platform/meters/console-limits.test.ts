import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Redis } from 'ioredis'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { until } from '#test/harness/until.ts'
import type { ApiError } from '../errors/api-error.ts'
import { redisClient } from '../store/redis-client.ts'
import { type ConsoleLimits, openConsoleLimits } from './console-limits.ts'
import type { PermitSource } from './permit-source.ts'
import { openRedisPermits } from './redis-permits.ts'

const open = () => openConsoleLimits({ rateLimit: true })

async function refusal(call: Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    return error as ApiError
  }
}

const guess = (limits: ConsoleLimits, ip: string, account: string) =>
  limits.password({ ip, account, device: undefined })

const times = async (count: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < count; done++) await call()
}

test('an address has 180 calls, then is told how long to wait', async () => {
  const limits = open()
  await times(180, () => limits.call({ ip: '192.0.2.1' }))
  const failure = await refusal(limits.call({ ip: '192.0.2.1' }))
  expect(failure?.code).toBe('too_many_requests')
  expect(failure?.retryAfter).toBeWithin(1, 181)
  await limits.call({ ip: '192.0.2.2' })
  await limits.call({ userId: 1 })
})

test('whoever has a network of IPv6 counts as one address, since each has more of them than anybody can count', async () => {
  const limits = open()
  await times(60, () => limits.notFound('2001:db8:0:7::1'))
  for (const same of ['2001:db8:0:7::2', '2001:DB8:0:7:ffff:1:2:3', '2001:db8::7:0:0:192.0.2.1']) {
    expect((await refusal(limits.notFound(same)))?.code).toBe('too_many_requests')
  }
  for (const other of [
    '2001:db8:0:8::1',
    '2001:db8::1',
    '192.0.2.1',
    '::1',
    '64:ff9b::c000:201',
    '64:ff9b::c000:202',
  ]) {
    await times(60, () => limits.notFound(other))
  }
  await times(20, () => guess(limits, `2001:db8::1`, 'alice'))
  expect((await refusal(guess(limits, '2001:db8::2', 'alice')))?.code).toBe('too_many_requests')
  await times(5, () => limits.mail('2001:db8::1', 'a@b.test'))
  expect((await refusal(limits.mail('2001:db8::2', 'a@b.test')))?.code).toBe('too_many_requests')
  await times(10, () => limits.code('2001:db8::1', 'a@b.test'))
  expect((await refusal(limits.code('2001:db8::2', 'a@b.test')))?.code).toBe('too_many_requests')
})

test('an address has 60 pages, apart from those who are logged in behind it, from calls and from wrong paths', async () => {
  const limits = open()
  await times(60, () => limits.page({ ip: '192.0.2.1' }))
  const failure = await refusal(limits.page({ ip: '192.0.2.1' }))
  expect(failure?.code).toBe('too_many_requests')
  expect(failure?.retryAfter).toBeWithin(1, 181)
  await limits.page({ ip: '192.0.2.2' })
  await limits.page({ userId: 1 })
  await limits.call({ ip: '192.0.2.1' })
  await times(60, () => limits.notFound('192.0.2.1'))
  expect((await refusal(limits.notFound('192.0.2.1')))?.code).toBe('too_many_requests')
})

test('a gateway may call back far more often than others may call', async () => {
  const limits = open()
  await times(1000, () => limits.callback('192.0.2.1'))
  await limits.call({ ip: '192.0.2.1' })
})

test('wrong passwords lock out the pair of address and account, not others behind the address', async () => {
  const limits = open()
  await times(20, () => guess(limits, '192.0.2.1', 'alice'))
  expect((await refusal(guess(limits, '192.0.2.1', 'alice')))?.code).toBe('too_many_requests')
  await guess(limits, '192.0.2.1', 'bob')
  await guess(limits, '192.0.2.2', 'alice')
})

test('guesses from many addresses slow one another down, and lock nobody out', async () => {
  const limits = open()
  let address = 0
  const fromAnother = () => guess(limits, `2001:db8:0:${(address++).toString(16)}::1`, 'alice')
  const waits: number[] = []
  await times(300, async () => waits.push((await fromAnother()).waitMs))
  expect([0, 19, 20, 29, 30, 69, 79, 80, 299].map((index) => waits[index])).toEqual([
    0, 0, 250, 250, 500, 4000, 8000, 10_000, 10_000,
  ])
  expect((await guess(limits, '192.0.2.1', 'bob')).waitMs).toBe(0)
})

test('while an account is attacked, an unknown sender has three guesses, and a device that knows it twenty at once', async () => {
  const limits = open()
  let address = 0
  await times(200, () => guess(limits, `2001:db8:0:${(address++).toString(16)}::1`, 'alice'))
  await times(3, () => guess(limits, '198.51.100.1', 'alice'))
  expect((await refusal(guess(limits, '198.51.100.1', 'alice')))?.code).toBe('too_many_requests')
  const known = () => limits.password({ ip: '198.51.100.1', account: 'alice', device: 'mine' })
  await times(20, async () => expect((await known()).waitMs).toBe(0))
  expect((await refusal(known()))?.code).toBe('too_many_requests')
})

test('right passwords are given back', async () => {
  const limits = open()
  await times(50, async () => (await guess(limits, '192.0.2.1', 'alice')).undo())
})

test('switched off, nothing is refused', async () => {
  const limits = openConsoleLimits({ rateLimit: false })
  await times(300, () => limits.call({ ip: '192.0.2.1' }))
})

test('one address asks for five mails to one mailbox, and others still get theirs there', async () => {
  const limits = open()
  await times(5, () => limits.mail('192.0.2.1', 'a@example.com'))
  const failure = await refusal(limits.mail('192.0.2.1', 'a@example.com'))
  expect(failure?.code).toBe('too_many_requests')
  expect(failure?.retryAfter).toBeWithin(1, 601)
  await limits.mail('192.0.2.1', 'b@example.com')
  await limits.mail('192.0.2.2', 'a@example.com')
})

test('one address cannot mail to everybody', async () => {
  const limits = open()
  let mailbox = 0
  await times(60, () => limits.mail('192.0.2.1', `${mailbox++}@example.com`))
  expect((await refusal(limits.mail('192.0.2.1', 'last@example.com')))?.code).toBe('too_many_requests')
})

test('a root has twenty tests of the mail server', async () => {
  const limits = open()
  await times(20, () => limits.mailTest({ userId: 1 }))
  expect((await refusal(limits.mailTest({ userId: 1 })))?.retryAfter).toBeWithin(1, 601)
  await limits.mail('192.0.2.1', 'a@example.com')
})

test('tries at a code lock out who makes them, not who waits for the mail', async () => {
  const limits = open()
  await times(10, () => limits.code('192.0.2.1', 'a@example.com'))
  expect((await refusal(limits.code('192.0.2.1', 'a@example.com')))?.retryAfter).toBeWithin(1, 601)
  await limits.code('192.0.2.2', 'a@example.com')
})

test('an address has two hundred registrations and provider logins, apart from all else', async () => {
  const limits = open()
  await times(200, () => limits.login('192.0.2.1'))
  expect((await refusal(limits.login('192.0.2.1')))?.code).toBe('too_many_requests')
  await guess(limits, '192.0.2.1', 'alice')
  await limits.call({ ip: '192.0.2.1' })
})

describe.skipIf(!hasRedis)('two nodes', () => {
  let redis: TestRedis
  let clients: Redis[]
  let sources: PermitSource[]
  let a: ConsoleLimits
  let b: ConsoleLimits
  const who = { ip: '192.0.2.1' }
  const isRefused = async (limits: ConsoleLimits, subject = who) =>
    (await refusal(limits.call(subject)))?.code === 'too_many_requests'
  const connected = () => until(() => clients.every(({ status }) => status === 'ready'))

  beforeEach(async () => {
    redis = await startRedis()
    const open = () => redisClient(redis.url, () => {})
    clients = [open(), open()]
    sources = clients.map((client, index) => openRedisPermits(client, `node ${index}`, () => {}))
    a = openConsoleLimits({ rateLimit: true }, sources[0])
    b = openConsoleLimits({ rateLimit: true }, sources[1])
    await connected()
  })
  afterEach(async () => {
    a.close()
    b.close()
    for (const client of clients) client.disconnect()
    await redis.stop()
  })

  test('count together', async () => {
    await times(100, () => a.call(who))
    await times(80, () => b.call(who))
    expect(await Promise.all([isRefused(a), isRefused(b)])).toEqual([true, true])
    await a.call({ userId: 1 })
  })

  test('count the wrong guesses of each other, and at most one of the right ones', async () => {
    await times(30, async () => (await guess(a, '192.0.2.1', 'alice')).undo())
    await times(19, () => guess(b, '192.0.2.1', 'alice'))
    expect((await refusal(guess(b, '192.0.2.1', 'alice')))?.code).toBe('too_many_requests')
  })

  test('count alone while Redis is away, and together when it is back', async () => {
    await redis.stop()
    for (const limits of [a, b]) {
      await times(180, () => limits.call(who))
      expect(await isRefused(limits)).toBe(true)
    }
    await redis.start()
    await connected()
    await until(() => sources.every(({ isUp }) => isUp))
    const another = { ip: '192.0.2.2' }
    await times(90, () => a.call(another))
    await times(90, () => b.call(another))
    expect(await Promise.all([isRefused(a, another), isRefused(b, another)])).toEqual([true, true])
  })

  test('are not held up by a Redis that does not answer', async () => {
    await clients[0]?.client('PAUSE', 5000)
    await Promise.all([a.call(who), b.call(who)])
    // Closed before Redis would have answered.
  }, 4000)
})
