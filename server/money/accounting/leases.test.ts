import { afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'kysely'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../../platform/store/database.ts'
import { inspect } from '../watchdog/inspect.ts'
import { listExpiredLeases, renewLeases, returnExpiredLease, takeLease } from './leases.ts'
import { watchSilentNodes } from './silent-nodes.ts'

const MINUTE_MS = 60_000

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })
  afterEach(() => void setSystemTime())

  async function addUser(username: string): Promise<number> {
    const columns = { username, password: '', access_token: null, aff_code: null, deleted_at: null, quota: 8000 }
    const row = await store.db.insertInto('users').values(columns).returning('id').executeTakeFirstOrThrow()
    return row.id
  }

  /** Runs `act` as a node with a wrong clock. */
  async function onNode<T>(minutesAhead: number, act: () => Promise<T>): Promise<T> {
    setSystemTime(new Date(Date.now() + minutesAhead * MINUTE_MS))
    try {
      return await act()
    } finally {
      setSystemTime()
    }
  }

  test.each([
    [-30, 30],
    [30, -30],
  ])('the lease of a node whose clock is %i minutes ahead is not taken by one that is %i ahead', async (one, other) => {
    await store.db.deleteFrom('wallet_leases').execute()
    const owner = { kind: 'user', id: await addUser(`skewed by ${one}`) } as const
    const { units } = await onNode(one, () => takeLease(store, 'living', owner, 100))
    expect(units).toBe(1000)
    expect(await onNode(other, () => listExpiredLeases(store))).toEqual([])
    await onNode(one, () => renewLeases(store, 'living'))
    expect(await onNode(other, () => listExpiredLeases(store))).toEqual([])
    const found = await onNode(other, () => Array.fromAsync(inspect(store, 0)))
    expect(found.filter(({ check }) => check === 'leases')).toEqual([
      { check: 'leases', lookedAt: 1, differences: [], expected: 0, found: 0 },
    ])
  })

  test.each([-30, 30])('a lease that ran out is returned by a node whose clock is %i minutes ahead', async (ahead) => {
    const owner = { kind: 'user', id: await addUser(`silent for ${ahead}`) } as const
    await store.db.deleteFrom('wallet_leases').execute()
    await takeLease(store, 'silent', owner, 100)
    const expires_at = nowInSeconds() - 60
    await store.db.updateTable('wallet_leases').set({ expires_at }).where('owner_id', '=', owner.id).execute()
    let now = 0
    const returnSilent = watchSilentNodes(store, () => now)
    expect(await onNode(ahead, returnSilent)).toEqual([])
    now = MINUTE_MS
    expect(await onNode(ahead, returnSilent)).toEqual([{ nodeId: 'silent', owner, granted: 1000, spent: 0 }])
    expect(await onNode(ahead, returnSilent)).toEqual([])
  })

  test('the log says what a lost node had leased and not accounted for, by user and in all', async () => {
    await store.db.deleteFrom('wallet_leases').execute()
    await store.db.deleteFrom('logs').execute()
    const users = [await addUser('of the lost, one'), await addUser('of the lost, two')]
    for (const id of users) await takeLease(store, 'lost', { kind: 'user', id }, 100)
    await store.db
      .updateTable('wallet_leases')
      .set({ spent: 300, expires_at: 1 })
      .where('owner_id', '=', users[0] ?? 0)
      .execute()
    await store.db
      .updateTable('wallet_leases')
      .set({ spent: 50, expires_at: 1 })
      .where('owner_id', '=', users[1] ?? 0)
      .execute()
    let now = 0
    const returnSilent = watchSilentNodes(store, () => now)
    await returnSilent()
    now = MINUTE_MS
    await returnSilent()
    await returnSilent()
    const rows = await store.db.selectFrom('logs').selectAll().orderBy('id').execute()
    const english = rows.map(({ user_id, other }) => [user_id, JSON.parse(other).message.en])
    expect(english).toEqual([
      [users[0], expect.stringContaining('1000 leased, 300 settled, 700 not accounted for')],
      [users[1], expect.stringContaining('1000 leased, 50 settled, 950 not accounted for')],
      [0, expect.stringContaining('2 users were returned: 2000 leased, 350 settled, 1650 not accounted for')],
    ])
    expect(rows.map(({ content }) => content)).toContainEqual(expect.stringContaining('未入账 1650'))
    expect(rows.every(({ type, quota }) => type === 4 && quota === 0)).toBe(true)
    const found = await Array.fromAsync(inspect(store, 0))
    const wrong = found.filter(({ check }) => check === 'leases').flatMap(({ differences }) => differences)
    expect(wrong).toEqual([])
  })

  test('a return whose log row cannot be written is not made', async () => {
    await store.db.deleteFrom('wallet_leases').execute()
    const owner = { kind: 'user', id: await addUser('of a failed return') } as const
    await takeLease(store, 'failed', owner, 100)
    await store.db.updateTable('wallet_leases').set({ expires_at: 1 }).execute()
    const [lease] = await listExpiredLeases(store)
    if (!lease) throw new Error('no lease has expired')
    const failing = returnExpiredLease(store, lease, () => Promise.reject(new Error('no row')))
    await expect(failing).rejects.toThrow('no row')
    expect(await listExpiredLeases(store)).toEqual([lease])
  })

  test('a lease that was renewed after it was found to have run out stays', async () => {
    await store.db.deleteFrom('wallet_leases').execute()
    const owner = { kind: 'user', id: await addUser('who came back') } as const
    await takeLease(store, 'back', owner, 100)
    await store.db.updateTable('wallet_leases').set({ expires_at: 1 }).execute()
    const [lease] = await listExpiredLeases(store)
    if (!lease) throw new Error('no lease has expired')
    await renewLeases(store, 'back')
    const notes: unknown[] = []
    expect(await returnExpiredLease(store, lease, async (_trx, ended) => void notes.push(ended))).toBeUndefined()
    expect(notes).toEqual([])
    const left = await store.db.selectFrom('wallet_leases').select(['node_id', 'granted']).execute()
    expect(left).toEqual([{ node_id: 'back', granted: 1000 }])
  })

  test("the database's clock is set forward: leases of nodes that live stay, those of silent nodes return", async () => {
    await store.db.deleteFrom('wallet_leases').execute()
    const [living, silent] = [await addUser('of the living'), await addUser('of the silent')]
    await takeLease(store, 'living', { kind: 'user', id: living }, 100)
    await takeLease(store, 'silent', { kind: 'user', id: silent }, 100)
    let now = 0
    const returnSilent = watchSilentNodes(store, () => now)
    // As if the clock had advanced by an hour since they were renewed.
    await store.db.updateTable('wallet_leases').set({ expires_at: sql`expires_at - 3600` }).execute()
    expect(await returnSilent()).toEqual([])
    await renewLeases(store, 'living')
    now += MINUTE_MS
    expect((await returnSilent()).map(({ nodeId }) => nodeId)).toEqual(['silent'])
    const left = await store.db.selectFrom('wallet_leases').select(['node_id', 'granted']).execute()
    expect(left).toEqual([{ node_id: 'living', granted: 1000 }])
  })
})
