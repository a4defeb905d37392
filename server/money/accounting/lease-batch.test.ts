import { beforeAll, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from '../../platform/store/database.ts'
import { batchLeases } from './lease-batch.ts'
import { type LeaseRequest, takeLeases } from './leases.ts'

const GRANT = { units: 5, carry: 0, fresh: true }

describe('leases that are asked for at once', () => {
  test('are taken in one transaction, and each gets its own grant', async () => {
    const taken: (readonly LeaseRequest[])[] = []
    const lease = batchLeases(async (asks) => {
      taken.push(asks)
      return asks.map(({ need }) => ({ ...GRANT, units: need }))
    })
    const user = { owner: { kind: 'user', id: 1 }, need: 10 } as const
    const token = { owner: { kind: 'token', id: 7 }, need: 20 } as const
    const grants = await Promise.all([lease(user), lease(token)])
    expect(grants.map(({ units }) => units)).toEqual([10, 20])
    await lease(user)
    expect(taken).toEqual([[user, token], [user]])
  })

  test('fail together, and the next ones are asked for again', async () => {
    let isAway = true
    const lease = batchLeases(async (asks) => {
      if (isAway) throw new Error('away')
      return asks.map(() => GRANT)
    })
    const ask = (id: number) => lease({ owner: { kind: 'user', id }, need: 1 })
    expect((await Promise.allSettled([ask(1), ask(2)])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isAway = false
    expect(await ask(1)).toEqual(GRANT)
  })
})

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
  })

  test('a wallet keeps its units when the lease of the token fails', async () => {
    const columns = { username: 'both', password: '', access_token: null, aff_code: null, deleted_at: null, quota: 800 }
    const { id } = await store.db.insertInto('users').values(columns).returning('id').executeTakeFirstOrThrow()
    const broken = {
      owner: { kind: 'token', id: 7 } as const,
      get need(): number {
        throw new Error('the database went away')
      },
    }
    const user = { owner: { kind: 'user', id } as const, need: 10 }
    await expect(takeLeases(store, 'node', [user, broken])).rejects.toThrow('the database went away')
    const row = await store.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.quota).toBe(800)
    expect(await store.db.selectFrom('wallet_leases').selectAll().where('owner_id', '=', id).execute()).toEqual([])
    const [grant] = await takeLeases(store, 'node', [user])
    expect(grant?.units).toBe(100)
  })
})
