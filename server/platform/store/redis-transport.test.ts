import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { until } from '#test/harness/until.ts'
import { type Bus, type Change, createBus } from './bus.ts'
import { redisTransport } from './redis-transport.ts'

describe.skipIf(!hasRedis)('changes over Redis', () => {
  let redis: TestRedis
  const buses: Bus[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close()
  })
  afterAll(() => redis.stop())

  /** Opens a bus connected to the others and keeps what it receives. */
  async function openBus() {
    const heard: Change[] = []
    const bus = createBus(redisTransport(redis.url, () => {}))
    buses.push(bus)
    bus.subscribe((change) => heard.push(change))
    await until(() => heard.length > 0)
    return { bus, heard, users: () => heard.flatMap((change) => (change.kind === 'user' ? change.id : [])) }
  }

  test('what one node publishes reaches the others in order, and comes back to nobody', async () => {
    const [a, b, c] = [await openBus(), await openBus(), await openBus()]
    for (let id = 1; id <= 100; id++) a.bus.publish({ kind: 'user', id })
    b.bus.publish({ kind: 'token', id: 7 })
    const sent = Array.from({ length: 100 }, (_, index) => index + 1)
    const isToken = (change: Change) => change.kind === 'token'
    await until(
      () => [b, c].every(({ users }) => users().length >= 100) && [a, c].every(({ heard }) => heard.some(isToken)),
    )
    // A last message behind the others on the same connections: any echo has arrived before it.
    a.bus.publish({ kind: 'user', id: 0 })
    await until(() => [b, c].every(({ users }) => users().at(-1) === 0))
    for (const { users } of [a, b, c]) expect(users()).toEqual([...sent, 0])
    for (const { heard } of [a, b, c]) expect(heard.filter(isToken)).toEqual([{ kind: 'token', id: 7 }])
  })

  test('a node that connects may have missed changes: it is told to read what it holds in full', async () => {
    const { heard } = await openBus()
    expect(heard).toEqual([{ kind: 'channels' }, { kind: 'channel_keys' }, { kind: 'options' }])
  })

  test('messages go on after Redis was away, and nobody trusts what they held', async () => {
    const [a, b] = [await openBus(), await openBus()]
    await redis.stop()
    b.heard.length = 0
    a.bus.publish({ kind: 'channels' })
    await redis.start()
    await until(() => b.heard.some(({ kind }) => kind === 'options'))
    expect(b.heard).toContainEqual({ kind: 'channels' })
    a.bus.publish({ kind: 'user', id: 1 })
    await until(() => b.users().includes(1))
  })
})
