import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { expectBooksToAgree, expectChannelsToAgree, refundedTo } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { START_MS } from '#test/harness/relay.ts'
import { type Customer, PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  let bob: Customer
  let channel: { id: number; key: string }

  beforeAll(async () => {
    at = await startTasks(await fresh.place(), { logLevel: 'silent' })
    channel = await at.channel(5)
    bob = await at.customer(100 * PRICE)
  }, START_MS)
  afterAll(() => at.close())

  const imagine = (token: string, prompt: string, more = {}) =>
    at.post('/mj/submit/imagine', token, { prompt, ...more })
  const rows = (userId: number) =>
    at.server.services.store.db
      .selectFrom('midjourneys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  const logs = (userId: number, type: number) =>
    at.server.services.store.db
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .orderBy('id')
      .execute()
  const books = async (userId: number) => {
    await at.server.services.accounting.ledger.flush()
    await expectChannelsToAgree(at.server.services.store)
    expect((await at.server.services.watchdog.run()).differences).toEqual([])
    return expectBooksToAgree(at.server.services.store, userId)
  }
  const lastRequest = (path: string) => {
    const request = at.platforms.requests.findLast((one) => one.path === path)
    return { headers: request?.headers ?? {}, body: JSON.parse(Buffer.from(request?.body ?? '').toString()) }
  }

  describe('a drawing', () => {
    test('is submitted, charged once and shown until it is done', async () => {
      const carol = await at.customer(3 * PRICE)
      const { status, body, headers } = await imagine(carol.token, 'a red fox', { state: 'mine' })
      expect({ status, body }).toMatchObject({ status: 200, body: { code: 1, description: '提交成功' } })
      expect(headers.get('x-oneapi-request-id')).toBeTruthy()
      expect(lastRequest('/mj/submit/imagine').headers['mj-api-secret']).toBe(channel.key)
      const path = `/mj/task/${body.result}/fetch`
      expect((await at.get(path, carol.token)).body).toMatchObject({
        id: body.result,
        action: 'IMAGINE',
        prompt: 'a red fox',
        state: 'mine',
        status: 'SUBMITTED',
        progress: '0%',
        imageUrl: '',
        buttons: [],
      })
      await at.poll(2)
      const half = (await at.get(path, carol.token)).body
      expect(half).toMatchObject({ status: 'IN_PROGRESS', progress: '46%' })
      expect(half.imageUrl).toContain(`/mj/image/${body.result}?rand=`)
      await at.poll(2)
      const done = (await at.get(path, carol.token)).body
      expect(done).toMatchObject({
        status: 'SUCCESS',
        progress: '100%',
        properties: { finalPrompt: expect.any(String) },
      })
      expect(done.imageUrl).toEndWith(`/mj/image/${body.result}`)
      expect(done.buttons[0]).toMatchObject({ label: 'U1' })
      expect(done.finishTime).toBeGreaterThan(done.submitTime - 1)

      const [charge, ...others] = await logs(carol.id, LOG_TYPE.consume)
      expect(others).toEqual([])
      expect(charge).toMatchObject({
        quota: PRICE,
        model_name: 'mj_imagine',
        channel_id: channel.id,
        content: `模型固定价格 0.10，分组倍率 1.00，操作 IMAGINE，ID ${body.result}`,
        request_id: headers.get('x-oneapi-request-id'),
      })
      expect(await books(carol.id)).toEqual({ charged: PRICE, calls: 1, balance: 2 * PRICE })
    })

    test('that fails is given back once, however many polls and callbacks there are', async () => {
      const limited = { unlimited_quota: false, remain_quota: 2 * PRICE }
      const dora = await at.customer(5 * PRICE, limited)
      const { body } = await imagine(dora.token, 'this will fail')
      await at.poll()
      const notify = () => at.post('/mj/notify', dora.token, { id: body.result, status: 'SUCCESS', progress: '100%' })
      const all = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? notify() : at.poll())))
      expect(all.map((one) => one?.status ?? 200)).toEqual(Array(20).fill(200))
      const [row] = await rows(dora.id)
      expect(row).toMatchObject({ status: 'FAILURE', progress: '100%', fail_reason: 'Invalid link!', quota: PRICE })
      const refunds = await logs(dora.id, LOG_TYPE.system)
      expect(refunds.map(({ content, quota }) => [content, quota])).toEqual([
        [`构图失败 ${body.result}，补偿 ＄0.100000 额度`, PRICE],
      ])
      expect(await books(dora.id)).toEqual({ charged: PRICE, calls: 1, balance: 5 * PRICE })
      expect(await refundedTo(at.server.services.store, dora.id)).toBe(PRICE)
      const { db } = at.server.services.store
      const token = await db.selectFrom('tokens').selectAll().where('user_id', '=', dora.id).executeTakeFirstOrThrow()
      const leased = await db
        .selectFrom('wallet_leases')
        .selectAll()
        .where('owner_kind', '=', 'token')
        .where('owner_id', '=', token.id)
        .execute()
      const left = leased.reduce((sum, lease) => sum + lease.granted - lease.spent, token.remain_quota)
      expect({ left, used: token.used_quota }).toEqual({ left: 2 * PRICE, used: 0 })
    })

    test('can be paid with what a failed one gave back, also by a token that had run out', async () => {
      const eve = await at.customer(PRICE, { unlimited_quota: false, remain_quota: PRICE })
      await imagine(eve.token, 'fail once')
      expect((await imagine(eve.token, 'a cat')).body).toMatchObject({ description: 'quota_not_enough', code: 4 })
      await at.poll(3)
      expect((await imagine(eve.token, 'a cat')).body.code).toBe(1)
      expect(await books(eve.id)).toMatchObject({ charged: 2 * PRICE, balance: 0 })
    })
  })
})
