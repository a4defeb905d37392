import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nowInSeconds } from '#server/platform/clock.ts'
import { chargeOf } from '#test/harness/charge.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { type Accounting, openAccounting } from './accounting.ts'
import { returnLease } from './leases.ts'
import { payersOf } from './wallet.ts'

// Another node takes this one for dead (it was frozen for a long time) and returns its leases; then this node
// continues.
forEachDatabase((engine, fresh) => {
  let store: Store
  let accounting: Accounting
  let dataDir: string
  let users = 0
  let calls = 0

  beforeAll(async () => {
    store = await fresh.store()
    dataDir = await mkdtemp(join(tmpdir(), 'switchyard-lost-lease-'))
    accounting = await openAccounting({ store, bus: createBus(), dataDir, syncAlways: false, warn: () => {} })
  })
  afterAll(async () => {
    await accounting.close()
    await rm(dataDir, { recursive: true })
  })

  async function addUser(quota: number): Promise<number> {
    const username = `${engine}-${++users}`
    const columns = { username, password: '', access_token: null, aff_code: null, deleted_at: null, quota }
    const row = await store.db.insertInto('users').values(columns).returning('id').executeTakeFirstOrThrow()
    return row.id
  }

  async function holdOf(user: number, units: number) {
    const result = await accounting.wallet.hold(payersOf(user), { need: units, min: units, overdraft: 0 })
    return 'hold' in result ? result.hold : undefined
  }

  /** Charges a call of so many thousandths; the charge waits for the settler. undefined = refused. */
  async function pay(user: number, cost: number): Promise<number | undefined> {
    const hold = await holdOf(user, Math.ceil(cost / 1000))
    if (!hold) return undefined
    const { charge: quota, carryIn, carryOut } = hold.settle(cost)
    const at = nowInSeconds()
    await accounting.ledger.charge(
      chargeOf({ id: `${engine}-${++calls}`, at, user, name: '', token: 0, channel: 0, quota, carryIn, carryOut }),
    )
    return quota
  }

  const lose = (user: number) => returnLease(store, accounting.nodeId, { kind: 'user', id: user })

  /** The sum of the wallet and this node's lease, in units and thousandths. */
  async function restOf(user: number) {
    const wallet = await store.db
      .selectFrom('users')
      .select(['quota', 'quota_carry as carry'])
      .where('id', '=', user)
      .executeTakeFirstOrThrow()
    const leases = await store.db.selectFrom('wallet_leases').selectAll().where('owner_id', '=', user).execute()
    const leased = leases.reduce((sum, { granted, spent }) => sum + granted - spent, 0)
    return { units: wallet.quota + leased, carry: wallet.carry + leases.reduce((sum, { carry }) => sum + carry, 0) }
  }

  test('a lease that is gone is not spent once more, whether a charge or a new lease finds it out', async () => {
    for (const paysFirst of [true, false]) {
      const user = await addUser(8000)
      expect(await pay(user, 100_000)).toBe(100)
      await accounting.ledger.flush()
      await lose(user)
      if (paysFirst) await pay(user, 1000)
      if (paysFirst) await accounting.ledger.flush()
      const rest = 8000 - 100 - (paysFirst ? 1 : 0)
      expect(await holdOf(user, rest + 1)).toBeUndefined()
      expect(await holdOf(user, rest)).toBeDefined()
    }
  })

  test('calls that were under way, and charges that were not settled, are owed to the next lease', async () => {
    const user = await addUser(8000)
    const early = await holdOf(user, 300)
    await pay(user, 200_000)
    await lose(user)
    expect(await pay(user, 2000_000)).toBe(2000)
    early?.settle(300_000)
    // The charge of 200, the held 300 and the 2000 are gone; no more units can be set aside than are left.
    expect(await holdOf(user, 5501)).toBeUndefined()
    const last = await holdOf(user, 5500)
    expect(last).toBeDefined()
    last?.release()
  })

  test('thousandths are carried on exactly, each once', async () => {
    const user = await addUser(8000)
    const costs = [1_500, 1_200, 1_400_700, 300, 2_900]
    let charged = 0
    for (const cost of costs) {
      charged += (await pay(user, cost)) ?? 0
      if (cost === 1_200) await accounting.ledger.flush()
      await lose(user)
    }
    await accounting.ledger.flush()
    const total = costs.reduce((sum, cost) => sum + cost, 0)
    const { units, carry } = await restOf(user)
    expect({ charged, carry }).toEqual({ charged: Math.floor(total / 1000), carry: total % 1000 })
    expect(units).toBe(8000 - charged)
  })

  test('what another node carried back to the wallet is not lost under charges that wait', async () => {
    const user = await addUser(8000)
    await pay(user, 1_200)
    await store.db.updateTable('users').set({ quota_carry: 500 }).where('id', '=', user).execute()
    // A lease is taken, and the 500 with it, while the first charge is not settled.
    const hold = await holdOf(user, 3000)
    hold?.release()
    await accounting.ledger.flush()
    expect((await restOf(user)).carry).toBe(700)
    expect(await pay(user, 300)).toBe(1)
  })
})
