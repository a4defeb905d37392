import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
    await at.channel(5)
  }, START_MS)
  afterAll(() => at.close())

  const imagine = (token: string, prompt: string) => at.post('/mj/submit/imagine', token, { prompt })
  const rows = (userId: number) => at.drawings(userId)
  const books = (userId: number) => at.books(userId)

  test('a user with a ratio of their own pays that part of a drawing, and gets it back when it fails', async () => {
    const vera = await at.customer(PRICE / 2, {}, { user_ratio: 0.5 })
    await imagine(vera.token, 'a red fox')
    expect(await books(vera.id)).toEqual({ charged: PRICE / 2, calls: 1, balance: 0 })
    const charges = at.server.services.store.db.selectFrom('logs').select('content').where('user_id', '=', vera.id)
    const { content } = await charges.where('type', '=', LOG_TYPE.consume).executeTakeFirstOrThrow()
    expect(content).toStartWith('模型固定价格 0.10，分组倍率 1.00，用户倍率 0.50，操作 IMAGINE')
    const walt = await at.customer(PRICE, {}, { user_ratio: 0.5 })
    await imagine(walt.token, 'this will fail')
    await at.poll(2)
    expect(await books(walt.id)).toMatchObject({ balance: PRICE })
  })

  describe('tasks that do not end', () => {
    const age = (id: number, ms: number) =>
      at.server.services.store.db
        .updateTable('midjourneys')
        .set({ submit_time: Date.now() - ms })
        .where('id', '=', id)
        .execute()
    const HOUR = 3_600_000

    test.each(['slow', 'lost'])('%s: after an hour they have failed and are given back', async (prompt) => {
      const who = await at.customer(PRICE)
      await imagine(who.token, prompt)
      const [row] = await rows(who.id)
      await age(row!.id, HOUR - 60_000)
      await at.poll(2)
      expect((await rows(who.id))[0]?.status).not.toBe('FAILURE')
      await age(row!.id, HOUR + 60_000)
      await at.poll(2)
      expect((await rows(who.id))[0]).toMatchObject({ status: 'FAILURE', fail_reason: '上游任务超时（超过1小时）' })
      expect(await books(who.id)).toEqual({ charged: PRICE, calls: 1, balance: PRICE })
    })

    test('of a channel that was deleted have failed and are given back', async () => {
      const own = await at.channel(2, { models: 'mj_imagine', group: 'vip', priority: 1000 })
      const who = await at.customer(PRICE, {}, { group: 'vip' })
      await imagine(who.token, 'slow')
      await at.server.services.store.db.deleteFrom('abilities').where('channel_id', '=', own.id).execute()
      await at.server.services.store.db.deleteFrom('channels').where('id', '=', own.id).execute()
      await at.server.services.channels.reload()
      await at.poll()
      const reason = `获取渠道信息失败，请联系管理员，渠道ID：${own.id}`
      expect((await rows(who.id))[0]).toMatchObject({ status: 'FAILURE', fail_reason: reason })
      expect(await books(who.id)).toMatchObject({ balance: PRICE })
    })

    test('are asked about in one call a channel, and nobody is asked when none is open', async () => {
      await at.server.services.store.db.updateTable('midjourneys').set({ progress: '100%' }).execute()
      const before = at.platforms.requests.length
      await at.poll()
      expect(at.platforms.requests.length).toBe(before)
      const bob = await at.customer(3 * PRICE)
      for (let n = 0; n < 3; n++) await imagine(bob.token, `slow ${n}`)
      await at.poll()
      const asked = at.platforms.requests.slice(before).filter(({ path }) => path.endsWith('list-by-condition'))
      const ids = asked.map(({ body }) => JSON.parse(Buffer.from(body).toString()).ids.length)
      expect(ids.reduce((sum, count) => sum + count, 0)).toBe(3)
      expect(asked.length).toBe(new Set((await rows(bob.id)).map(({ channel_id }) => channel_id)).size)
    })
  })
})
