import { afterEach, beforeAll, expect, setSystemTime, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../store/database.ts'
import { inspect } from '../watchdog/inspect.ts'
import { renewLeases, returnExpiredLeases, takeLease } from './leases.ts'

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

  /** What a node does whose clock is wrong. */
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
    const { granted } = await onNode(one, () => takeLease(store, 'living', owner, 100))
    expect(granted).toBe(1000)
    expect(await onNode(other, () => returnExpiredLeases(store))).toEqual([])
    await onNode(one, () => renewLeases(store, 'living'))
    expect(await onNode(other, () => returnExpiredLeases(store))).toEqual([])
    const found = await onNode(other, () => Array.fromAsync(inspect(store, 0)))
    expect(found.filter(({ check }) => check === 'leases')).toEqual([{ check: 'leases', lookedAt: 1, differences: [] }])
  })

  test.each([-30, 30])('a lease that ran out is returned by a node whose clock is %i minutes ahead', async (ahead) => {
    const owner = { kind: 'user', id: await addUser(`silent for ${ahead}`) } as const
    await store.db.deleteFrom('wallet_leases').execute()
    await takeLease(store, 'silent', owner, 100)
    const expires_at = Math.floor(Date.now() / 1000) - 60
    await store.db.updateTable('wallet_leases').set({ expires_at }).where('owner_id', '=', owner.id).execute()
    const returned = await onNode(ahead, () => returnExpiredLeases(store))
    expect(returned).toEqual([{ nodeId: 'silent', owner, units: 1000 }])
  })
})
