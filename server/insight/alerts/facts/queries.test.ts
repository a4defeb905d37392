import { beforeAll, expect, test } from 'bun:test'
import { KEY_STATUS } from '#contract/statuses.ts'
import type { Store } from '#server/platform/store/database.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { attempts, cacheUse, channelStates, firstBytes, keyStates, spendsOf, usedBudgets } from './queries.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const NOW = 1_795_003_200 + 600

const AUDIT = {
  actor_id: 0,
  actor_name: 'system',
  action: 'channel.auto_enable',
  target_kind: 'channel',
  before: '',
  after: '',
  ip: '',
  request_id: '',
}

forEachDatabase((_engine, fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
    const channel = { type: 1, key: '', key_hash: '', created_time: 1, models: 'a' }
    await store.db
      .insertInto('channels')
      .values({ id: 1, name: 'main', ...channel })
      .execute()
    const token = {
      user_id: 1,
      key: '',
      created_time: 1,
      accessed_time: 1,
      unlimited_quota: 0,
      model_limits_enabled: 0,
    }
    await store.db
      .insertInto('tokens')
      .values({ id: 9, name: 'bot', key_hash: 'h', ...token })
      .execute()
  })

  test('attempts of two hours, without what callers did wrong', async () => {
    const hour = NOW - (NOW % HOUR)
    const cell = { channel_id: 1, model_name: 'a' }
    const rows = [
      { ...cell, created_at: hour, served: 5, failed_key: 2, failed_caller: 50, first_byte_3: 4 },
      { ...cell, created_at: hour - HOUR, served: 7, failed_key: 1, failed_caller: 0, first_byte_3: 1 },
      { ...cell, created_at: hour - 2 * HOUR, served: 99, failed_key: 0, failed_caller: 0, first_byte_3: 9 },
    ]
    await store.db.insertInto('traffic_hours').values(rows).execute()
    expect(await attempts(store.db, NOW)).toEqual([
      { id: 1, name: 'main', hour: { served: 5, failed: 2 }, before: { served: 7, failed: 1 } },
    ])
    const [times] = await firstBytes(store.db, NOW)
    expect(times?.firstBytes.slice(0, 5)).toEqual([0, 0, 0, 5, 0])
  })

  test('refusals of a channel count until the server has enabled it', async () => {
    const { db } = store
    const hour = NOW - (NOW % HOUR)
    const cell = { channel_id: 1, model_name: 'refused', served: 0, failed_quota: 3 }
    await db
      .insertInto('traffic_hours')
      .values([
        { ...cell, created_at: hour },
        { ...cell, created_at: hour - HOUR },
      ])
      .execute()
    const money = async () => (await channelStates(db, NOW))[0]?.refused?.money
    const enabled = (created_at: number, target_id: string) =>
      db
        .insertInto('audits')
        .values({ ...AUDIT, created_at, target_id })
        .execute()
    expect(await money()).toBe(6)
    await enabled(hour - 1, '1')
    await enabled(hour + 5, '2')
    expect(await money()).toBe(3)
    await enabled(hour + 5, '1')
    expect(await money()).toBeFalsy()
    await db.deleteFrom('traffic_hours').where('model_name', '=', 'refused').execute()
  })

  test('spend of a day and its usual, and the share of cached prompts', async () => {
    const sum = { username: 'bob', model_name: 'a', channel_id: 1, token_used: 0, count: 1 }
    const row = { ...sum, user_id: 2, token_id: 9, refunded: 0, prompt_tokens: 100, cached_tokens: 0 }
    await store.db
      .insertInto('quota_data')
      .values([
        { ...row, created_at: NOW - HOUR, quota: 500, refunded: 100, cached_tokens: 10 },
        { ...row, created_at: NOW - 3 * DAY, quota: 1400, cached_tokens: 60 },
        { ...row, created_at: NOW - 20 * DAY, quota: 9999 },
      ])
      .execute()
    const spend = { day: 400, usual: 100 }
    expect(await spendsOf(store.db, 'user_id', NOW)).toEqual([{ subject: '2', name: 'bob', ...spend }])
    expect(await spendsOf(store.db, 'token_id', NOW)).toEqual([{ subject: '9', name: 'bot', ...spend }])
    expect(await spendsOf(store.db, 'model_name', NOW)).toEqual([{ subject: 'a', name: 'a', ...spend }])
    expect(await cacheUse(store.db, NOW)).toEqual([
      { model: 'a', day: { prompt: 100, cached: 10 }, week: { prompt: 100, cached: 60 } },
    ])
  })

  test('budgets in their present windows of which half is used', async () => {
    const window = { budget: 'day', starts_at: NOW - HOUR, ends_at: NOW + HOUR, quota: 10 }
    await store.db
      .insertInto('budget_windows')
      .values([
        { ...window, scope: 'token', subject: '9', used: 5 },
        { ...window, scope: 'group', subject: 'vip/2', used: 12 },
        { ...window, scope: 'user', subject: '2', used: 4 },
        { ...window, scope: 'channel', subject: '1', used: 9, starts_at: NOW - DAY, ends_at: NOW - HOUR },
      ])
      .execute()
    const found = await usedBudgets(store.db, NOW)
    expect(found.map(({ scope, name, used, quota }) => [scope, name, used, quota])).toEqual([
      ['token', 'bot (#9)', 5, 10],
      ['group', 'vip/2', 12, 10],
    ])
  })

  test('keys that are off, and those that work again after an alert', async () => {
    const key = { channel_id: 1, key: '', mask: 'sk-…1' }
    const { stopped, enabled } = KEY_STATUS
    await store.db
      .insertInto('channel_keys')
      .values([
        { ...key, id: 1, key_hash: 'a', status: stopped, reason: '401' },
        { ...key, id: 2, key_hash: 'b', status: enabled, reason: '' },
        { ...key, id: 3, key_hash: 'c', status: enabled, reason: '' },
      ])
      .execute()
    await store.db
      .insertInto('alerts')
      .values({ kind: 'key_down', subject: '1', since: 1, links: '{"channel_id":1,"keys":[2,5]}' })
      .execute()
    expect(await keyStates(store.db)).toEqual({
      off: [{ id: 1, mask: 'sk-…1', status: stopped, reason: '401', channel_id: 1, channel_name: 'main' }],
      enabled: [1],
    })
  })
})
