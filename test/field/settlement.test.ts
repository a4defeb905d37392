import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccounting } from '#server/money/accounting/accounting.ts'
import { type HoldResult, payersOf } from '#server/money/accounting/wallet.ts'
import { createBus } from '#server/platform/store/bus.ts'
import { chargeOf } from '#test/harness/charge.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const CALLERS = 1200

forEachDatabase((_engine, fresh) => {
  test(`${CALLERS} callers who pay at the same moment are all in the books: no batch is too wide`, async () => {
    const store = await fresh.store()
    const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-field-'))
    const accounting = await openAccounting({ store, bus: createBus(), dataDir, syncAlways: false, warn: () => {} })
    const users = Array.from({ length: CALLERS }, (_, i) => ({
      username: `caller-${i}`,
      password: '',
      quota: 1000,
      access_token: null,
      aff_code: null,
      deleted_at: null,
    }))
    for (let from = 0; from < CALLERS; from += 300) {
      await store.db
        .insertInto('users')
        .values(users.slice(from, from + 300))
        .execute()
    }
    const ids = (await store.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    const at = Math.floor(Date.now() / 1000)
    // Holds are taken in groups, since each waits a limited time for the database; charges come all at once.
    const held: HoldResult[] = []
    for (let from = 0; from < CALLERS; from += 100) {
      const group = ids.slice(from, from + 100)
      const taken = group.map((user) => accounting.wallet.hold(payersOf(user), { need: 7, min: 7, overdraft: 0 }))
      held.push(...(await Promise.all(taken)))
    }
    await Promise.all(
      held.map(async (result, i) => {
        if (!('hold' in result)) throw new Error(result.refused)
        const { charge: quota, carryIn, carryOut } = result.hold.settle(7000)
        const caller = { user: ids[i]!, name: `caller-${i}`, token: 0, channel: 0, model: `model-${i}` }
        await accounting.ledger.charge(
          chargeOf({ id: `call-${i}`, at, ...caller, quota, prompt: 7, carryIn, carryOut }),
        )
      }),
    )
    await accounting.ledger.flush()
    await accounting.close()
    const wrong = await store.db
      .selectFrom('users')
      .select('id')
      .where(({ or, eb }) => or([eb('quota', '!=', 993), eb('used_quota', '!=', 7), eb('request_count', '!=', 1)]))
      .execute()
    expect(wrong).toEqual([])
    for (const table of ['logs', 'quota_data'] as const) {
      const rows = await store.db.selectFrom(table).select(['user_id', 'quota']).execute()
      expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(CALLERS)
      expect(rows.every(({ quota }) => quota === 7)).toBe(true)
    }
    await rm(dataDir, { recursive: true })
  })
})
