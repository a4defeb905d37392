import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { KEY_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { until } from '#test/harness/until.ts'
import type { Channel } from '../../formats/providers/channel.ts'
import { createBus, type Transport } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { createVault } from '../../platform/store/vault.ts'
import { type KeyedChannel, type KeyPools, openKeyPools, publishKeys } from './key-pools.ts'

const vault = createVault('of all nodes')
const MANY = 10_000

/** Buses of nodes that get each other's messages. */
function buses(count: number) {
  const listeners: ((message: string) => void)[] = []
  return Array.from({ length: count }, (_, node) => {
    const transport: Transport = {
      send(message) {
        for (const [other, listener] of listeners.entries()) if (other !== node) listener(message)
      },
      onMessage(listener) {
        listeners[node] = listener
      },
      close: async () => {},
    }
    return createBus(transport)
  })
}

async function addKeys({ db }: Store, channel_id: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, n) => `sk-${channel_id}-${start + n}`).map(
      (key) => ({ channel_id, key: vault.encrypt(key), key_hash: vault.hash(key), mask: key }),
    )
    const added = await db.insertInto('channel_keys').values(rows).returning('id').execute()
    ids.push(...added.map(({ id }) => id))
  }
  return ids
}

forEachDatabase((_engine, fresh) => {
  let store: Store
  /** Each test has a separate channel. */
  let channel = { id: 0, settings: {} } as Channel
  let opened: KeyPools[] = []
  beforeAll(async () => {
    store = await fresh.store()
  }, START_MS)
  beforeEach(() => {
    channel = { ...channel, id: channel.id + 1 }
  })
  afterEach(async () => {
    for (const pools of opened) await pools.close()
    opened = []
  })
  async function open(bus = createBus()): Promise<KeyPools> {
    const pools = await openKeyPools({ store, vault, bus, warn: () => {} })
    opened.push(pools)
    return pools
  }
  const poolIn = (pools: KeyPools) => pools.of(channel.id)
  const use = (pools: KeyPools, id: number) => pools.withKey(channel, poolIn(pools)!.get(id)!) as KeyedChannel
  const row = (id: number) =>
    store.db.selectFrom('channel_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('what happens to a key on one node counts on the other at once, and survives a restart', async () => {
    const [a = 0, b = 0, c = 0] = await addKeys(store, channel.id, 3)
    const [busA, busB] = buses(2)
    const [one, other] = [await open(busA), await open(busB)]
    one.stop(use(one, a), 'status 401')
    one.cool(use(one, b), Date.now() + 60_000, true)
    expect(poolIn(other)?.get(b)?.isReady).toBe(false)
    await one.flush()
    await until(() => poolIn(other)?.get(a)?.stored.status === KEY_STATUS.stopped)
    expect(await row(a)).toMatchObject({ status: KEY_STATUS.stopped, reason: 'status 401', probes: 1 })
    const again = await open()
    expect(poolIn(again)?.counts(Date.now())).toEqual({ total: 3, ready: 1, cooling: 1, stopped: 1, disabled: 0 })
    expect(poolIn(again)?.get(c)?.isReady).toBe(true)
  })

  test('counts of several nodes are summed, and a failure tells the last error', async () => {
    const [id = 0] = await addKeys(store, channel.id, 1)
    const [one, other] = [await open(), await open()]
    for (const pools of [one, other, one]) pools.begin(use(pools, id))()
    one.failed(use(one, id), '429: slow down')
    await one.flush()
    await other.flush()
    expect(await row(id)).toMatchObject({ calls: 3, failures: 1, last_error: '429: slow down' })
  })

  test('a key that is stopped by two nodes at once is stopped once, with one audit row', async () => {
    const [id = 0] = await addKeys(store, channel.id, 2)
    const [one, other] = [await open(), await open()]
    for (const pools of [one, other]) pools.stop(use(pools, id), 'status 401')
    await Promise.all([one.flush(), other.flush()])
    const audits = await store.db
      .selectFrom('audits')
      .select('action')
      .where('target_id', '=', String(channel.id))
      .execute()
    expect(audits).toEqual([{ action: 'channel_key.auto_disable' }])
  })

  test(`of ${MANY} keys only the changed one is read again, and all are counted in few statements`, async () => {
    const ids = await addKeys(store, channel.id, MANY)
    const bus = createBus()
    const pools = await open(bus)
    expect(poolIn(pools)?.size).toBe(MANY)
    const decrypted = use(pools, ids[5]!)
    expect(decrypted.key).toBe(`sk-${channel.id}-5`)
    const kept = poolIn(pools)!.get(ids[4]!)!.stored
    await store.db.updateTable('channel_keys').set({ status: KEY_STATUS.disabled }).where('id', '=', ids[5]!).execute()
    publishKeys(bus, channel.id, [ids[5]!])
    await until(() => poolIn(pools)?.get(ids[5]!)?.stored.status === KEY_STATUS.disabled)
    // The others were not read: a reading makes a new object.
    expect(poolIn(pools)!.get(ids[4]!)!.stored).toBe(kept)
    for (const id of ids) pools.begin(use(pools, id))()
    await pools.flush()
    const { calls } = await store.db
      .selectFrom('channel_keys')
      .select(({ fn }) => fn.sum<number>('calls').as('calls'))
      .where('channel_id', '=', channel.id)
      .executeTakeFirstOrThrow()
    expect(Number(calls)).toBe(MANY)
    await store.db.deleteFrom('channel_keys').where('channel_id', '=', channel.id).execute()
    await pools.reload(channel.id)
    expect(poolIn(pools)).toBeUndefined()
  }, 60_000)
})
