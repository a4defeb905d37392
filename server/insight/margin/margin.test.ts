import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { getAlertSetup, updateAlertRule } from '#contract/api/alerts.ts'
import { exportMargin, getMargin } from '#contract/api/margin.ts'
import { setOption } from '#contract/api/options.ts'
import { evaluateRules } from '#server/insight/alerts/evaluate.ts'
import type { QuotaDataTable } from '#server/money/rollups/tables.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const NOON = 1_795_003_200
/** Quota units in thousandths. */
const K = 1000

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let bob: { id: number; username: string }
  let user: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    bob = await server.addUser({ group: 'vip' })
    user = await server.login(bob.username, PASSWORD)
    const channel = { type: 1, key: '', key_hash: '', created_time: 1, models: 'a,b' }
    await db()
      .insertInto('channels')
      .values([
        { ...channel, name: 'first' },
        { ...channel, name: 'second' },
      ])
      .execute()
  })
  beforeEach(async () => {
    await db().deleteFrom('quota_data').execute()
    await db().deleteFrom('alerts').execute()
    await db().deleteFrom('logs').execute()
  })

  type Sum = Partial<
    Pick<QuotaDataTable, 'user_id' | 'model_name' | 'created_at' | 'channel_id' | 'count' | 'quota'>
  > & {
    cost?: number
    costed_quota?: number
    refunded?: number
    costed_refunded?: number
  }
  const add = (...rows: Sum[]) =>
    db()
      .insertInto('quota_data')
      .values(
        rows.map((row) => ({
          ...{ user_id: 1, username: 'root', model_name: 'a', created_at: NOON, token_id: 1, channel_id: 1 },
          ...{ token_used: 0, count: 1, quota: 0, cost: 0, costed_quota: 0, refunded: 0, costed_refunded: 0 },
          ...row,
        })),
      )
      .execute()
  const period = { start_timestamp: NOON - 10 * DAY, end_timestamp: NOON + DAY }
  const ask = async (query: object) => (await root.call(getMargin, { query: { ...period, ...query } })).data!

  test('tells what caches saved by the counts of vendors, and what of it affinity kept', async () => {
    const buy_price = JSON.stringify({ models: { a: { input: 10, cache_read: 1, output: 10 } } })
    const key = server.services.vault.encrypt('sk-any')
    await db().updateTable('channels').set({ buy_price, key }).execute()
    await server.services.channels.reload()
    await add({}, { model_name: 'b' })
    await db().updateTable('quota_data').set({ cached_tokens: 1_000_000 }).where('model_name', '=', 'a').execute()
    const { QuotaPerUnit } = server.services.options.values
    // One of two equal channels: by chance half of the reads would have been met.
    expect((await ask({})).cache).toEqual({ tokens: 1e6, saved: 9 * QuotaPerUnit, affinity: 4.5 * QuotaPerUnit })
    await root.call(setOption, { body: { key: 'ConversationAffinityEnabled', value: 'false' } })
    expect((await ask({})).cache).toMatchObject({ saved: 9 * QuotaPerUnit, affinity: 0 })
    await db().updateTable('channels').set({ buy_price: '', key: '' }).execute()
    await server.services.channels.reload()
  })

  test('sums charge, known charge and cost by channel, with what is unknown beside', async () => {
    await add(
      { quota: 100, costed_quota: 100, cost: 60 * K + 400 },
      { model_name: 'b', quota: 50, costed_quota: 0 },
      { channel_id: 2, quota: 30, costed_quota: 30, cost: 40 * K },
      { channel_id: 9, count: 0, cost: 5 * K },
    )
    const report = await ask({})
    expect(report.rows).toEqual([
      { id: 1, name: 'first', count: 2, quota: 150, costed: 100, cost: 60 },
      { id: 2, name: 'second', count: 1, quota: 30, costed: 30, cost: 40 },
      { id: 9, name: '', count: 0, quota: 0, costed: 0, cost: 5 },
    ])
    expect(report.total).toEqual({ count: 3, quota: 180, costed: 130, cost: 105 })
    expect(report.unknown).toEqual([{ channel_id: 1, channel_name: 'first', model_name: 'b', quota: 50 }])
    expect(report.more).toBe(false)
  })

  test('by model, user, group and day', async () => {
    await add(
      { quota: 100, costed_quota: 100, cost: 60 * K },
      { user_id: bob.id, model_name: 'b', created_at: NOON - DAY, quota: 40, costed_quota: 40, cost: 10 * K },
      { user_id: 999, model_name: 'b', created_at: NOON - DAY, quota: 1, costed_quota: 1, cost: K },
    )
    const names = async (by: string) => (await ask({ by })).rows.map(({ id, name, cost }) => [id, name, cost])
    expect(await names('model')).toEqual([
      [0, 'a', 60],
      [0, 'b', 11],
    ])
    expect(await names('user')).toEqual([
      [1, 'root', 60],
      [bob.id, bob.username, 10],
      [999, 'root', 1],
    ])
    expect(await names('group')).toEqual([
      [0, 'default', 60],
      [0, 'vip', 10],
      [0, '', 1],
    ])
    const midnight = NOON - (NOON % DAY)
    expect(await names('day')).toEqual([
      [midnight, '', 60],
      [midnight - DAY, '', 11],
    ])
    // Days of a reader eight hours ahead: theirs began at 16:00 UTC.
    const rows = (await ask({ by: 'day', origin: midnight - 8 * HOUR, order: 'asc' })).rows
    expect(rows.map(({ id }) => id)).toEqual([midnight - DAY - 8 * HOUR, midnight - 8 * HOUR])
  })

  test('filters and sorts', async () => {
    await add(
      { quota: 100, costed_quota: 100, cost: 99 * K },
      { model_name: 'b', quota: 50, costed_quota: 50, cost: 5 * K },
      { model_name: 'c', channel_id: 2, count: 7, quota: 0, costed_quota: 0, cost: K },
      { user_id: bob.id, model_name: 'd', quota: 10, costed_quota: 2, cost: 3 * K },
    )
    const order = async (sort: string, direction: string, more = {}) =>
      (await ask({ by: 'model', sort, order: direction, ...more })).rows.map(({ name }) => name).join('')
    expect(await order('name', 'asc')).toBe('abcd')
    expect(await order('count', 'desc')).toStartWith('c')
    expect(await order('quota', 'desc')).toBe('abdc')
    expect(await order('cost', 'asc')).toBe('cdba')
    expect(await order('margin', 'desc')).toStartWith('ba')
    expect(await order('rate', 'asc')).toBe('cdab')
    expect(await order('unknown', 'desc')).toStartWith('d')
    expect(await order('name', 'asc', { channel: 2 })).toBe('c')
    expect(await order('name', 'asc', { username: bob.username })).toBe('d')
    expect(await order('name', 'asc', { group: 'default' })).toBe('abc')
    expect(await order('name', 'asc', { model_name: 'b' })).toBe('b')
    expect(await order('name', 'asc', { start_timestamp: NOON + HOUR })).toBe('')
  })

  test('what failed tasks gave back is neither charge nor margin', async () => {
    await add({ quota: 100, costed_quota: 100, refunded: 40, costed_refunded: 40, cost: 50 * K })
    expect((await ask({})).total).toEqual({ count: 1, quota: 60, costed: 60, cost: 50 })
  })

  test('an export has every row in dollars', async () => {
    await add({ quota: 500_000, costed_quota: 250_000, cost: 200_000 * K })
    const reply = await server.request(
      `/api/margin/export?start_timestamp=${period.start_timestamp}&end_timestamp=${period.end_timestamp}`,
      { headers: root.headers },
    )
    expect(reply.headers.get('content-disposition')).toContain('margin-by-channel.csv')
    const [head, row] = (await reply.text()).split('\r\n')
    expect(head).toBe(
      'id,channel,calls,charge (USD),charge of known cost (USD),cost (USD),margin (USD),margin (%),charge of unknown cost (%)',
    )
    expect(row).toBe('1,first,1,1,0.5,0.4,0.1,20,50')
  })

  test('users get none of it', async () => {
    for (const endpoint of [getMargin, exportMargin]) {
      const reply = await user.call(endpoint, { query: {} }).catch(() => undefined)
      expect(reply?.success ?? false).toBe(false)
    }
  })

  describe('the alert', () => {
    const run = () => evaluateRules(server.services, nowInSeconds(), true)
    const messages = async () =>
      (await db().selectFrom('logs').select('other').where('type', '=', 4).orderBy('id').execute()).map(
        ({ other }) => (JSON.parse(other) as { message: { en: string } }).message.en,
      )
    const alerts = async () => (await ask({})).alerts
    const setRule = async (change: { enabled?: boolean; parameters?: Record<string, number> }) => {
      const rule = (await root.call(getAlertSetup, {})).data?.rules.find(({ kind }) => kind === 'margin')
      if (!rule) throw new Error('there is no rule about margins')
      const { id, name, sinks, urgent, enabled, parameters } = rule
      const body = { name, sinks, urgent, enabled, parameters, ...change }
      expect(await root.call(updateAlertRule, { params: { id }, body })).toMatchObject({ success: true })
    }
    const losing = { quota: 100, costed_quota: 100, cost: 200_100 * K }

    test('opens once, keeps its numbers, and closes once', async () => {
      await add(
        { ...losing, created_at: nowInSeconds() - HOUR },
        { model_name: 'b', created_at: nowInSeconds() - HOUR, cost: 10 * K },
      )
      await run()
      await run()
      expect(await alerts()).toEqual([
        {
          ...{ channel_id: 1, channel_name: 'first', since: expect.any(Number), lost: 200_010 },
          models: [
            { model_name: 'a', lost: 200_000 },
            { model_name: 'b', lost: 10 },
          ],
        },
      ])
      expect(await messages()).toEqual(['first (#1) lost $0.40 in 24 hours: a $0.40, b $0.00002'])
      await db()
        .updateTable('quota_data')
        .set({ cost: 300_100 * K })
        .where('model_name', '=', 'a')
        .execute()
      await run()
      expect((await alerts())[0]?.lost).toBe(300_010)
      await db()
        .updateTable('quota_data')
        .set({ cost: 50 * K })
        .execute()
      await run()
      await run()
      expect(await alerts()).toEqual([])
      expect(await messages()).toEqual([
        'first (#1) lost $0.40 in 24 hours: a $0.40, b $0.00002',
        'The margin of first (#1) is no longer negative',
      ])
    })

    test('leaves alone what happened before the last day, and losses up to the limit', async () => {
      await add({ ...losing, created_at: nowInSeconds() - 2 * DAY })
      await run()
      expect(await alerts()).toEqual([])
      await db()
        .updateTable('quota_data')
        .set({ created_at: nowInSeconds() - HOUR })
        .execute()
      await setRule({ parameters: { loss: 200_000 } })
      await run()
      expect(await alerts()).toEqual([])
      await setRule({ parameters: { loss: 199_999 } })
      await run()
      expect(await alerts()).toHaveLength(1)
    })

    test('can be switched off', async () => {
      await add({ ...losing, created_at: nowInSeconds() - HOUR })
      await run()
      await setRule({ enabled: false })
      expect(await alerts()).toEqual([])
      await db()
        .updateTable('quota_data')
        .set({ cost: 999_999 * K })
        .execute()
      await run()
      expect(await alerts()).toEqual([])
      await setRule({ enabled: true })
    })
  })
})
