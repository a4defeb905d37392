import { beforeAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chargeOf } from '#test/harness/charge.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { createBus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { openAccounting } from './accounting.ts'
import type { ChargeRecord } from './records.ts'
import { payersOf } from './wallet.ts'

const OTHER = '{"price_version":"test"}'
const row = {
  code: 1,
  action: 'IMAGINE',
  mj_id: '17',
  prompt: '夜里的 "fox" 😀\n',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: 1000,
  start_time: 0,
  finish_time: 0,
  image_url: '',
  status: 'SUBMITTED',
  progress: '0%',
  fail_reason: '',
  buttons: '',
  properties: '',
}

forEachDatabase((engine, fresh) => {
  let store: Store
  let user = 0
  beforeAll(async () => {
    store = await fresh.store()
    const columns = { username: 'bob', password: '', access_token: null, aff_code: null, deleted_at: null }
    const made = await store.db
      .insertInto('users')
      .values({ ...columns, quota: 1000 })
      .returning('id')
      .executeTakeFirst()
    user = made?.id ?? 0
  })

  /** The store of a database that becomes unreachable. */
  function leaving() {
    let away = false
    const seen = new Proxy(store, {
      get(target, key) {
        if (away && (key === 'db' || key === 'whileNotWriting')) throw new Error('the database is away')
        return Reflect.get(target, key)
      },
    })
    const leave = () => {
      away = true
    }
    return { store: seen, leave }
  }

  const open = (at: Store, dataDir: string) =>
    openAccounting({ store: at, bus: createBus(), dataDir, syncAlways: false, warn: () => {} })

  test('a task and its charge that were only written down are both there after the next start, once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), `switchyard-task-${engine}-`))
    const dying = leaving()
    const accounting = await open(dying.store, dataDir)
    const held = await accounting.wallet.hold(payersOf(user), { need: 300, min: 300, overdraft: 0 })
    if (!('hold' in held)) throw new Error(held.refused)
    const { charge, carryIn, carryOut } = held.hold.settle(300_000)
    dying.leave()
    const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 20)
    const fields: Partial<ChargeRecord> = { id, user, channel: 5, token: 0, quota: charge, carryIn, carryOut }
    const task = { table: 'midjourneys' as const, row }
    await accounting.ledger.charge(chargeOf({ ...fields, model: 'mj_imagine', at: 7, other: OTHER, task }))
    const tasks = () => store.db.selectFrom('midjourneys').selectAll().execute()
    expect(await tasks()).toEqual([])

    for (let start = 0; start < 2; start++) await (await open(store, dataDir)).close()
    const paid = { user_id: user, channel_id: 5, quota: 300, model_name: 'mj_imagine', charged_at: 7, token_limited: 0 }
    const [only, ...others] = await tasks()
    expect(others).toEqual([])
    expect(only).toMatchObject({ ...row, ...paid })
    const wallet = await store.db.selectFrom('users').selectAll().where('id', '=', user).executeTakeFirstOrThrow()
    expect([wallet.quota, wallet.used_quota, wallet.request_count]).toEqual([700, 300, 1])
  })

  test('a text that PostgreSQL refuses holds up no charge', async () => {
    const accounting = await open(store, await mkdtemp(join(tmpdir(), `switchyard-nul-${engine}-`)))
    const fields: Partial<ChargeRecord> = {
      id: `nul-${engine}`,
      user,
      token: 0,
      quota: 0,
      other: OTHER,
      content: 'a\0b',
    }
    await accounting.ledger.charge(chargeOf(fields))
    await accounting.close()
    const rows = await store.db.selectFrom('logs').select('content').where('request_id', '=', `nul-${engine}`).execute()
    expect(rows).toEqual([{ content: 'ab' }])
  }, 10_000)
})
