import { beforeAll, expect, test } from 'bun:test'
import { deleteLogs, listLogs } from '#contract/api/logs.ts'
import { getWatchdog } from '#contract/api/watchdog.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'

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
  const remove = (target_timestamp?: number, limit?: number) =>
    relay.root.call(deleteLogs, { query: { target_timestamp, limit } })
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

  test('ends after so many rows, and goes on where it ended', async () => {
    await callsOf(1200)
    const first = (await remove(LATER, 150)).data ?? 0
    expect(first).toBeWithin(150, 1150)
    expect(first + ((await remove(LATER, 10_000)).data ?? 0)).toBe(1200)
    expect((await remove(LATER, 10_000)).data).toBe(0)
    await expectBooksToAgree()
  })

  test('may run beside itself and beside calls', async () => {
    await callsOf(600)
    const [first, second] = await Promise.all([remove(LATER), remove(LATER), callsOf(300)])
    const left = (await relay.root.call(listLogs, { query: {} })).data?.total ?? 0
    expect((first.data ?? 0) + (second.data ?? 0) + left).toBe(900)
    await expectBooksToAgree()
  })

  test('has one row in the audit log, in however many calls it is done', async () => {
    const rows = () => db().selectFrom('audits').select('after').where('action', '=', 'log.delete').execute()
    const before = (await rows()).length
    for (let step = 0; step < 3; step++) await remove(2000, 100)
    expect(await rows()).toHaveLength(before + 1)
    await remove(3000, 100)
    expect(await rows()).toHaveLength(before + 2)
    await db().updateTable('audits').set({ created_at: 1 }).where('action', '=', 'log.delete').execute()
    await remove(3000, 100)
    expect(await rows()).toHaveLength(before + 3)
  })

  test('is audited', async () => {
    await remove(1000)
    const { id } = relay.root.user
    const audit = db().selectFrom('audits').selectAll().where('action', '=', 'log.delete').orderBy('id', 'desc')
    expect(await audit.executeTakeFirst()).toMatchObject({ actor_id: id, after: '{"before":1000}' })
  })

  test('calls that were never logged belong to the books as well', async () => {
    await relay.option('LogConsumeEnabled', 'false')
    await callsOf(3)
    await expectBooksToAgree()
    await relay.option('LogConsumeEnabled', 'true')
  })
})
