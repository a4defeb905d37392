import { beforeAll, expect, test } from 'bun:test'
import { deleteLogs, listLogs, logDeletion } from '#contract/api/logs.ts'
import { getWatchdog } from '#contract/api/watchdog.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { deleteLogs as deleteRows } from './delete.ts'

const LATER = 4_000_000_000

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  const db = () => relay.server.services.store.db

  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)

  async function callsOf(count: number): Promise<void> {
    const model = relay.model()
    await relay.channel({ models: model, buy_price: JSON.stringify({ models: { [model]: { input: 1, output: 3 } } }) })
    const call = async () => {
      const reply = await relay.chat(token, { model })
      return reply.status === 200 ? (await reply.text()) && '' : `${reply.status} ${await reply.text()}`
    }
    const answers = await Promise.all(Array.from({ length: count }, call))
    expect(answers.filter(Boolean)).toEqual([])
    await relay.server.services.accounting.ledger.flush()
  }
  const remove = (target_timestamp?: number) => relay.root.call(deleteLogs, { query: { target_timestamp } })
  const state = async () => (await relay.root.call(logDeletion, {})).data
  const ended = () => until(async () => !(await state())?.running)
  async function expectBooksToAgree() {
    const { data } = await relay.root.call(getWatchdog, { query: { fresh: 'true' } })
    expect(data?.differences).toEqual([])
  }

  test('needs a time', async () => {
    expect(await remove()).toMatchObject({ success: false, message: '请指定目标时间' })
  })

  test('deletes in slices, counts, and leaves every other number as it was', async () => {
    await callsOf(700)
    const counters = () => db().selectFrom('users').select(['quota', 'used_quota', 'request_count']).execute()
    const usage = () => db().selectFrom('quota_data').selectAll().orderBy('id').execute()
    const before = { counters: await counters(), usage: await usage() }
    expect((await remove(LATER)).data).toBe(700)
    await ended()
    expect(await state()).toEqual({ running: false, before: LATER, rows: 700, left: 0 })
    expect((await relay.root.call(listLogs, { query: {} })).data?.total).toBe(0)
    const usageAfter = await usage()
    expect(usageAfter.reduce((sum, row) => sum + row.unlisted_count, 0)).toBe(700)
    expect(usageAfter.every(({ cost, costed_quota }) => cost > 0 && costed_quota > 0)).toBe(true)
    const costs = { unlisted_cost: 0, unlisted_costed_quota: 0 }
    const listed = { unlisted_count: 0, unlisted_tokens: 0, unlisted_quota: 0, ...costs }
    const stillCounted = usageAfter.map((row) => ({ ...row, ...listed }))
    expect({ counters: await counters(), usage: stillCounted }).toEqual(before)
    for (const row of stillCounted) expect(row.prompt_tokens + row.completion_tokens).toBe(row.token_used)
    await expectBooksToAgree()
  })

  test('answers at once, shows how far it is, and runs once beside calls', async () => {
    await callsOf(1200)
    const both = await Promise.all([remove(LATER), remove(LATER)])
    const begun = await state()
    expect(both.filter(({ success }) => success).map(({ data }) => data)).toEqual([1200])
    const again = both.find(({ success }) => !success)
    expect(begun).toMatchObject({ running: true, rows: 1200 })
    expect(begun?.left).toBeWithin(1, 1201)
    expect(again).toMatchObject({ success: false, message: '正在删除日志，请等待其结束' })
    await callsOf(300)
    await ended()
    const left = (await relay.root.call(listLogs, { query: {} })).data?.total ?? 0
    expect(left).toBe((await state())?.left ?? -1)
    await expectBooksToAgree()
  })

  test('may be interrupted, and goes on where it ended', async () => {
    await callsOf(300)
    const { store } = relay.server.services
    let slices = 0
    const first = await deleteRows(store, LATER, () => ++slices < 3)
    expect(first).toBeGreaterThan(0)
    await expectBooksToAgree()
    await deleteRows(store, LATER)
    expect((await relay.root.call(listLogs, { query: {} })).data?.total).toBe(0)
    await expectBooksToAgree()
  })

  test('is audited', async () => {
    await remove(1000)
    await ended()
    const { id } = relay.root.user
    const audit = db().selectFrom('audits').selectAll().where('action', '=', 'log.delete').orderBy('id', 'desc')
    expect(await audit.executeTakeFirst()).toMatchObject({ actor_id: id, after: '{"before":1000,"rows":0}' })
  })

  test('calls that were never logged belong to the books as well', async () => {
    await relay.option('LogConsumeEnabled', 'false')
    await callsOf(3)
    await expectBooksToAgree()
    await relay.option('LogConsumeEnabled', 'true')
  })
})
