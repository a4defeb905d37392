import { beforeAll, describe, expect, test } from 'bun:test'
import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Receipt } from '#contract/receipt.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { until } from '#test/harness/until.ts'
import { createBus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { type Accounting, openAccounting } from './accounting.ts'
import { setShownBalance } from './balances.ts'
import type { Hold, SettledCharge } from './hold.ts'
import { journalDir, listSegments, segmentPath } from './journal-files.ts'
import { createLineEncoder } from './journal-format.ts'
import { readRecord } from './record-text.ts'
import type { ChargeRecord } from './records.ts'
import { repairSegment } from './repair-journal.ts'
import { watchSilentNodes } from './silent-nodes.ts'
import { type Payers, payersOf } from './wallet.ts'

/** A receipt that recomputes to a cost in thousandths: with ratio 0.001, one input token costs a thousandth. */
function receipt(id: string, cost: number, paid: SettledCharge): Receipt {
  return {
    model_ratio: 0.001,
    completion_ratio: 1,
    group_ratio: 1,
    model_price: -1,
    frt: 1,
    usage: { input: cost },
    usage_source: 'upstream',
    end_reason: 'stop',
    price_version: 'test',
    quota_per_unit: 500_000,
    carry_in: paid.carryIn,
    carry_out: paid.carryOut,
    request_id: id,
    group: 'default',
  }
}

const wanted = (units: number) => ({ need: units, min: units, overdraft: 0 })

let nextId = 0
const newId = () => `call-${++nextId}`

function charge(id: string, user: number, token: number, cost: number, paid: SettledCharge): ChargeRecord {
  return {
    t: 'charge',
    id,
    at: nowInSeconds(),
    user,
    name: 'somebody',
    token,
    tokenName: 'test',
    limited: token !== 0,
    channel: 0,
    model: 'model',
    quota: paid.charge,
    prompt: cost,
    completion: 0,
    seconds: 0,
    stream: false,
    log: true,
    content: '',
    other: JSON.stringify(receipt(id, cost, paid)),
    carryIn: paid.carryIn,
    carryOut: paid.carryOut,
  }
}

forEachDatabase((_engine, fresh) => {
  describe('accounting', () => {
    let store: Store
    const bus = createBus()
    beforeAll(async () => {
      store = await fresh.store()
    })

    const folder = () => mkdtemp(join(tmpdir(), 'switchyard-journal-'))
    const open = (dataDir: string) => openAccounting({ store, bus, dataDir, syncAlways: false, warn: () => {} })

    async function addUser(quota: number): Promise<number> {
      const columns = {
        username: `user-${newId()}`,
        password: '',
        access_token: null,
        aff_code: null,
        deleted_at: null,
      }
      const row = await store.db
        .insertInto('users')
        .values({ ...columns, quota })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }

    async function addToken(user: number, quota: number): Promise<number> {
      const columns = { user_id: user, key: newId(), key_hash: newId(), name: 'test', remain_quota: quota }
      const times = { created_time: 0, accessed_time: 0, unlimited_quota: 0, model_limits_enabled: 0, deleted_at: null }
      const row = await store.db
        .insertInto('tokens')
        .values({ ...columns, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }

    async function holdOf({ wallet }: Accounting, payers: Payers, units: number): Promise<Hold> {
      const result = await wallet.hold(payers, wanted(units))
      if (!('hold' in result)) throw new Error(result.refused)
      return result.hold
    }

    /** Charges one call that costs `cost` thousandths. */
    async function pay(accounting: Accounting, user: number, token: number | undefined, cost: number): Promise<number> {
      const id = newId()
      const hold = await holdOf(accounting, payersOf(user, token), Math.ceil(cost / 1000) + 1)
      const paid = hold.settle(cost)
      await accounting.ledger.charge(charge(id, user, token ?? 0, cost, paid))
      return paid.charge
    }

    /** Leaves the state of a server that has charged one call and stopped. */
    async function paidAndClosed() {
      const user = await addUser(10_000)
      const dir = await folder()
      const accounting = await open(dir)
      await pay(accounting, user, undefined, 5_000)
      await accounting.close()
      return { user, dir, nodeId: accounting.nodeId }
    }

    const walletOf = (user: number) =>
      store.db.selectFrom('users').select(['quota', 'quota_carry']).where('id', '=', user).executeTakeFirstOrThrow()

    test('charges, settles, and returns what is left with its thousandths', async () => {
      const user = await addUser(10_000)
      const accounting = await open(await folder())
      for (let index = 0; index < 25; index++) await pay(accounting, user, undefined, 1_250)
      await accounting.ledger.flush()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 31, calls: 25, balance: 10_000 - 31 })
      await accounting.close()
      expect(await walletOf(user)).toEqual({ quota: 10_000 - 31, quota_carry: 250 })
    })

    test('a journal is not settled into a database that has never seen its node', async () => {
      const { user, dir, nodeId } = await paidAndClosed()
      await store.db.deleteFrom('journal_positions').where('node_id', '=', nodeId).execute()
      await expect(open(dir)).rejects.toThrow(/never seen its node.*DATABASE_URL/)
      // Nothing was written, so the next start refuses again.
      await expect(open(dir)).rejects.toThrow('never seen its node')
      expect((await expectBooksToAgree(store, user)).calls).toBe(1)
    })

    test('a database that is older than the journal gets what the journal has, and the gap is told', async () => {
      const { dir, nodeId } = await paidAndClosed()
      const backUp = { segment: 1, offset: 10, floor: 1 }
      for (const first of [5, undefined]) {
        const journal = journalDir(dir, nodeId)
        const last = listSegments(journal).at(-1) ?? 0
        if (first) renameSync(segmentPath(journal, last), segmentPath(journal, first))
        else for (const segment of listSegments(journal)) rmSync(segmentPath(journal, segment))
        await store.db.updateTable('journal_positions').set(backUp).where('node_id', '=', nodeId).execute()
        const warnings: string[] = []
        const warn = (message: string) => warnings.push(message)
        await (await openAccounting({ store, bus, dataDir: dir, syncAlways: false, warn })).close()
        expect(warnings).toEqual([expect.stringContaining(first ? 'begins with 5' : 'is gone')])
      }
    })

    test('a charge whose numbers are not exact is taken back, and others go on', async () => {
      const user = await addUser(10_000)
      const accounting = await open(await folder())
      for (const wrong of [{ quota: Number.NaN }, { prompt: 2 ** 63 }, { quota: 2e15 }, { carryOut: 0.5 }]) {
        const hold = await holdOf(accounting, payersOf(user), 3)
        const record = { ...charge(newId(), user, 0, 2000, hold.settle(2000)), ...wrong }
        await expect(accounting.ledger.charge(record, undefined, hold)).rejects.toThrow('not exact')
      }
      await pay(accounting, user, undefined, 5000)
      await accounting.ledger.flush()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 5, calls: 1, balance: 9995 })
      await accounting.close()
    })

    test('carries thousandths over to the next lease', async () => {
      const user = await addUser(1000)
      const dir = await folder()
      for (let round = 0; round < 4; round++) {
        const accounting = await open(dir)
        await pay(accounting, user, undefined, 1_750)
        await accounting.close()
      }
      expect(await walletOf(user)).toEqual({ quota: 1000 - 7, quota_carry: 0 })
    })

    test('pays from the token as well when it is limited, and refuses what the token cannot cover', async () => {
      const user = await addUser(10_000)
      const token = await addToken(user, 100)
      const accounting = await open(await folder())
      await pay(accounting, user, token, 60_000)
      expect(await accounting.wallet.hold(payersOf(user, token), wanted(50))).toEqual({ refused: 'token_quota' })
      await accounting.close()
      const row = await store.db.selectFrom('tokens').selectAll().where('id', '=', token).executeTakeFirstOrThrow()
      expect({ remain: row.remain_quota, used: row.used_quota }).toEqual({ remain: 40, used: 60 })
      expect((await walletOf(user)).quota).toBe(10_000 - 60)
    })

    test('a process that dies loses no charge and doubles none, wherever it dies', async () => {
      const user = await addUser(100_000)
      const dir = await folder()
      let expected = 0
      for (let round = 0; round < 6; round++) {
        const accounting = await open(dir)
        const costs = Array.from({ length: 20 }, (_, index) => 500 + index * 137 + round)
        const charges = await Promise.all(costs.map((cost) => pay(accounting, user, undefined, cost)))
        expected += charges.reduce((sum, units) => sum + units, 0)
        if (round % 2 === 0) await accounting.ledger.flush()
        // The process dies here: no close, no return of leases. The next start finds what it left.
        accounting.wallet.hold(payersOf(user), wanted(500))
      }
      const last = await open(dir)
      await last.close()
      const books = await expectBooksToAgree(store, user)
      expect(books).toEqual({ charged: expected, calls: 120, balance: 100_000 - expected })
      const held = await store.db.selectFrom('wallet_leases').selectAll().where('owner_id', '=', user).execute()
      expect(held).toEqual([])
    })

    test('a call that was interrupted is logged once and not charged', async () => {
      const user = await addUser(1000)
      const dir = await folder()
      const accounting = await open(dir)
      await holdOf(accounting, payersOf(user), 300)
      const who = { user, name: 'somebody', token: 0, tokenName: 'test' }
      const start = { ...who, channel: 7, model: 'model', group: 'default' }
      for (const id of ['interrupted', 'interrupted, too']) {
        accounting.ledger.begin({ id }, () => ({ t: 'start', id, at: 1_700_000_000, ...start }))
      }
      const journal = journalDir(dir, accounting.nodeId)
      const texts = () => listSegments(journal).map((n) => readFileSync(segmentPath(journal, n), 'utf8'))
      await until(() => texts().some((text) => text.includes('interrupted, too')))
      await (await open(dir)).close()
      await (await open(dir)).close()
      const rows = await store.db.selectFrom('logs').selectAll().where('request_id', '=', 'interrupted').execute()
      expect(rows.map((row) => ({ quota: row.quota, channel: row.channel_id }))).toEqual([{ quota: 0, channel: 7 }])
      expect((await walletOf(user)).quota).toBe(1000)
      const counted = await store.db.selectFrom('quota_data').selectAll().where('user_id', '=', user).execute()
      expect(counted).toMatchObject([{ created_at: 1_699_999_200, channel_id: 7, count: 0, quota: 0, failed_count: 2 }])
    })

    /** Creates the journal of a node that died with three charges that the database does not have. */
    async function diedWithThree(user: number) {
      const dir = await folder()
      const accounting = await open(dir)
      for (const cost of [1000, 2000, 3000]) await pay(accounting, user, undefined, cost)
      const journal = journalDir(dir, accounting.nodeId)
      return { dir, path: segmentPath(journal, listSegments(journal).at(-1) ?? 0) }
    }

    test('a torn last record is cut off', async () => {
      const user = await addUser(1000)
      const { dir, path } = await diedWithThree(user)
      appendFileSync(path, readFileSync(path).subarray(0, 40))
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 6, calls: 3, balance: 994 })
    })

    test('zeros behind the last record, as a power cut may leave them, are cut off', async () => {
      const user = await addUser(1000)
      const { dir, path } = await diedWithThree(user)
      appendFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 40), Buffer.alloc(5000)]))
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 6, calls: 3, balance: 994 })
    })

    test('charges in a journal of an earlier version count', async () => {
      const user = await addUser(1000)
      const { dir, path } = await diedWithThree(user)
      const charges = [...readFileSync(path, 'utf8').matchAll(/{.*}/g)].map(([text]) => readRecord(text))
      const lines = charges.map((charge) => {
        const json = JSON.stringify(charge)
        return `${crc32(json).toString(16)} ${Buffer.byteLength(json)} ${json}\n`
      })
      writeFileSync(path, lines.join(''))
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 6, calls: 3, balance: 994 })
    })

    test('damage in the middle stops the start, and a repair saves every sound record', async () => {
      const user = await addUser(1000)
      const { dir, path } = await diedWithThree(user)
      const bytes = readFileSync(path)
      bytes[bytes.indexOf('"quota":2') + 3] = 0
      writeFileSync(path, bytes)
      await expect(open(dir)).rejects.toThrow('npm run repair-journal')
      expect(repairSegment(path)).toMatchObject({ kept: 2 })
      expect(repairSegment(path)).toBeUndefined()
      expect(readFileSync(path)).toHaveLength(bytes.length)
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 4, calls: 2, balance: 996 })
    })

    test('a record of a newer version stops the start, and loses nothing', async () => {
      const user = await addUser(1000)
      const { dir, path } = await diedWithThree(user)
      const before = readFileSync(path)
      appendFileSync(path, createLineEncoder()([{ t: 'surcharge', id: 'x' } as never], { segment: 1, offset: 0 }).bytes)
      await expect(open(dir)).rejects.toThrow('surcharge')
      writeFileSync(path, before)
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 6, calls: 3, balance: 994 })
    })

    test("an administrator's absolute balance holds although a node has leased units", async () => {
      const user = await addUser(1_000_000)
      const accounting = await open(await folder())
      await pay(accounting, user, undefined, 5000)
      await accounting.ledger.flush()
      await store.db.transaction().execute((trx) => setShownBalance(trx, 'user', user, 700))
      bus.publish({ kind: 'user', id: user })
      // Runs while the lease is still being returned: what the new balance covers is granted.
      const hold = await holdOf(accounting, payersOf(user), 700)
      hold.release()
      expect((await expectBooksToAgree(store, user)).balance).toBe(700)
      expect(await accounting.wallet.hold(payersOf(user), wanted(800))).toEqual({ refused: 'user_quota' })
      await pay(accounting, user, undefined, 600_000)
      await accounting.close()
      expect((await walletOf(user)).quota).toBe(100)
    })

    test('the lease of a silent node is returned by another, and its late charges still count', async () => {
      const user = await addUser(5000)
      const dir = await folder()
      const dead = await open(dir)
      await pay(dead, user, undefined, 90_000)
      await store.db.updateTable('wallet_leases').set({ expires_at: 1 }).where('owner_id', '=', user).execute()
      let now = 0
      const returnSilent = watchSilentNodes(store, () => now)
      await returnSilent()
      now = 60_000
      const returned = await returnSilent()
      expect(returned.map(({ owner }) => owner)).toContainEqual({ kind: 'user', id: user })
      await (await open(dir)).close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 90, calls: 1, balance: 4910 })
    })

    test('calls go on from leases in memory while the database is away, and settle afterwards', async () => {
      const user = await addUser(100_000)
      const accounting = await open(await folder())
      await pay(accounting, user, undefined, 1000)
      await accounting.ledger.flush()
      const { transaction } = store.db
      store.db.transaction = () => {
        throw new Error('database away')
      }
      await sql`alter table journal_positions rename to away`.execute(store.db)
      try {
        await pay(accounting, user, undefined, 2000)
        await Bun.sleep(200)
        expect(accounting.ledger.pending).toBe(1)
        const refused = await accounting.wallet.hold(payersOf(user), wanted(90_000))
        expect(refused).toEqual({ refused: 'unavailable' })
      } finally {
        store.db.transaction = transaction
        await sql`alter table away rename to journal_positions`.execute(store.db)
      }
      await accounting.close()
      expect(await expectBooksToAgree(store, user)).toEqual({ charged: 3, calls: 2, balance: 99_997 })
    })

    test('two nodes share a wallet without passing it', async () => {
      const user = await addUser(1000)
      const nodes = [await open(await folder()), await open(await folder())]
      const results = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const accounting = nodes[index % 2]
          return accounting ? pay(accounting, user, undefined, 40_000).catch(() => 0) : 0
        }),
      )
      for (const node of nodes) await node.close()
      const charged = results.reduce((sum, units) => sum + units, 0)
      expect(charged).toBeWithin(900, 1001)
      expect(await expectBooksToAgree(store, user)).toMatchObject({ charged, balance: 1000 - charged })
    })
  })
})
