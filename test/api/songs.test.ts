import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { setOptions } from '#test/harness/options.ts'
import { type Customer, PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

const LYRICS_PRICE = PRICE / 10

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  let bob: Customer
  let channel: { id: number; key: string }

  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
    channel = await at.channel(36)
    bob = await at.customer(100 * PRICE)
  }, START_MS)
  afterAll(() => at.close())

  const music = (token: string, body: object) => at.post('/suno/submit/music', token, body)
  const db = () => at.server.services.store.db
  const rows = (userId: number) =>
    db().selectFrom('tasks').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const books = (userId: number) => at.books(userId)
  const lastRequest = () => {
    const request = at.platforms.requests.findLast(({ path }) => path.startsWith('/suno/submit/'))
    return {
      path: request?.path,
      secret: request?.headers.authorization,
      body: JSON.parse(Buffer.from(request?.body ?? '').toString()),
    }
  }

  test('a song is submitted, charged once, and shown until it is done', async () => {
    const who = await at.customer(PRICE)
    const { status, body } = await music(who.token, { gpt_description_prompt: 'a sea shanty' })
    expect({ status, body }).toEqual({ status: 200, body: { code: 'success', message: '', data: expect.any(String) } })
    expect(lastRequest()).toEqual({
      path: '/suno/submit/MUSIC',
      secret: `Bearer ${channel.key}`,
      body: { gpt_description_prompt: 'a sea shanty', mv: 'chirp-v3-0' },
    })
    const fetched = async () => (await at.get(`/suno/fetch/${body.data}`, who.token)).body
    expect(await fetched()).toMatchObject({
      code: 'success',
      message: '',
      data: { task_id: body.data, action: 'MUSIC', status: 'SUBMITTED', progress: '0%', data: null },
    })
    await at.poll()
    expect(await fetched()).toMatchObject({ data: { status: 'QUEUED', progress: '20%' } })
    await at.poll(2)
    expect(await fetched()).toMatchObject({
      data: { status: 'SUCCESS', progress: '100%', data: [{ status: 'complete', title: '测试曲' }] },
    })
    const list = async (token: string, more = {}) =>
      (await at.post('/suno/fetch', token, { ids: [body.data], ...more })).body.data.length
    expect([await list(who.token), await list(who.token, { action: 'LYRICS' }), await list(bob.token)]).toEqual([
      1, 0, 0,
    ])
    const [charge] = await db()
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', who.id)
      .where('type', '=', 2)
      .execute()
    expect(charge).toMatchObject({
      model_name: 'suno_music',
      quota: PRICE,
      content: `模型固定价格 0.10，分组倍率 1.00，操作 MUSIC，ID ${body.data}`,
    })
    expect(await books(who.id)).toEqual({ charged: PRICE, calls: 1, balance: 0 })
  })

  test('a user with a ratio of their own pays that part of a song', async () => {
    const who = await at.customer(PRICE, {}, { user_ratio: 0.3 })
    await music(who.token, { gpt_description_prompt: 'a sea shanty' })
    expect(await books(who.id)).toEqual({ charged: 0.3 * PRICE, calls: 1, balance: 0.7 * PRICE })
  })

  test('lyrics have their own price', async () => {
    const who = await at.customer(PRICE)
    expect((await at.post('/suno/submit/LYRICS', who.token, { prompt: 'the sea' })).status).toBe(200)
    await at.poll(3)
    expect((await rows(who.id))[0]).toMatchObject({ action: 'LYRICS', status: 'SUCCESS', quota: LYRICS_PRICE })
    expect(await books(who.id)).toMatchObject({ charged: LYRICS_PRICE })
  })

  test('what fails is given back once, however many polls there are', async () => {
    const who = await at.customer(2 * PRICE, { unlimited_quota: false, remain_quota: PRICE })
    const { body } = await music(who.token, { prompt: 'fail' })
    await at.poll(2)
    await Promise.all(Array.from({ length: 20 }, () => at.poll()))
    expect((await rows(who.id))[0]).toMatchObject({
      status: 'FAILURE',
      progress: '100%',
      fail_reason: 'moderation failure',
    })
    const refunds = await db()
      .selectFrom('logs')
      .select(['content', 'quota'])
      .where('user_id', '=', who.id)
      .where('type', '=', LOG_TYPE.system)
      .execute()
    expect(refunds).toEqual([{ content: `异步任务执行失败 ${body.data}，补偿 ＄0.100000 额度`, quota: PRICE }])
    expect(await books(who.id)).toEqual({ charged: PRICE, calls: 1, balance: 2 * PRICE })
    expect((await music(who.token, { prompt: 'again' })).status).toBe(200)
  })

  test('what does not end has failed after an hour', async () => {
    const who = await at.customer(PRICE)
    await music(who.token, { prompt: 'slow' })
    await at.poll(4)
    expect((await rows(who.id))[0]).toMatchObject({ status: 'IN_PROGRESS', progress: '30%' })
    const submit_time = Math.floor(Date.now() / 1000) - 3700
    await db().updateTable('tasks').set({ submit_time }).where('user_id', '=', who.id).execute()
    await at.poll()
    expect((await rows(who.id))[0]).toMatchObject({ status: 'FAILURE', fail_reason: '上游任务超时（超过1小时）' })
    expect(await books(who.id)).toMatchObject({ balance: PRICE })
  })

  describe('refused are', () => {
    test.each([
      ['submit/poem', { prompt: 'x' }, 'invalid_request', 'invalid_action'],
      ['submit/__proto__', { prompt: 'x' }, 'invalid_request', 'invalid_action'],
      ['submit/lyrics', {}, 'invalid_request', 'prompt_empty'],
      ['submit/music', { continue_clip_id: 'c' }, 'invalid_request', 'task id is empty'],
      ['submit/music', { continue_clip_id: 'c', task_id: 'x' }, 'task_not_exist', 'task_origin_not_exist'],
      ['submit/music', '{broken', 'invalid_request', 'the body is no JSON object'],
      ['submit/music', { prompt: 'x', Prompt: 'y' }, 'invalid_request', 'unknown field: Prompt'],
      ['submit/music', { prompt: 'refused' }, 'fail_to_fetch_task', 'prompt is empty'],
    ])('%s with %j: %s, %s', async (path, body, code, message) => {
      const { status, body: told } = await at.post(`/suno/${path}`, bob.token, body)
      expect({ status, told }).toEqual({ status: 400, told: { code, message, data: null } })
    })

    test('those who ask too much, and odd answers, at no cost', async () => {
      const who = await at.customer(PRICE)
      expect(await music(who.token, { prompt: 'busy' })).toMatchObject({
        status: 429,
        body: { code: 'fail_to_fetch_task', message: '当前分组上游负载已饱和，请稍后再试' },
      })
      expect(await music(who.token, { prompt: 'odd' })).toMatchObject({ status: 500, body: { code: 'odd_failure' } })
      expect(await rows(who.id)).toEqual([])
      expect(await books(who.id)).toEqual({ charged: 0, calls: 0, balance: PRICE })
    })

    test('without money, however many ask at once', async () => {
      const poor = await at.customer(2 * PRICE)
      const all = await Promise.all(Array.from({ length: 8 }, () => music(poor.token, { prompt: 'x' })))
      expect(all.filter(({ status }) => status === 200)).toHaveLength(2)
      const told = { code: 'quota_not_enough', message: 'user quota is not enough', data: null }
      expect(all.filter(({ status }) => status === 403).map(({ body }) => body)).toEqual(Array(6).fill(told))
      expect(await books(poor.id)).toEqual({ charged: 2 * PRICE, calls: 2, balance: 0 })
    })

    test('strangers’ tasks, and words of the operator', async () => {
      const { body } = await music(bob.token, { prompt: 'mine' })
      const who = await at.customer(PRICE)
      expect(await at.get(`/suno/fetch/${body.data}`, who.token)).toMatchObject({
        status: 400,
        body: { code: 'task_not_exist' },
      })
      const words = {
        CheckSensitiveEnabled: 'true',
        CheckSensitiveOnPromptEnabled: 'true',
        SensitiveWords: 'forbidden',
      }
      await setOptions(at.server, words)
      expect((await music(bob.token, { prompt: 'x', title: 'forbidden' })).body.code).toBe('sensitive_words_detected')
      await setOptions(at.server, { CheckSensitiveEnabled: 'false' })
    })
  })

  test('a channel that refuses is followed by the next one, and a song goes on where it began', async () => {
    const who = await at.customer(5 * PRICE, {}, { group: 'vip' })
    await setOptions(at.server, { RetryTimes: '2' })
    const good = await at.channel(36, { group: 'vip', priority: 1 })
    await at.channel(36, { group: 'vip', priority: 5, key: 'bad-secret' })
    await at.channel(36, { group: 'vip', priority: 4, base_url: 'http://127.0.0.1:9' })
    const { body, status } = await music(who.token, { prompt: 'a song' })
    expect(status).toBe(200)
    expect((await rows(who.id))[0]?.channel_id).toBe(good.id)
    const more = { prompt: 'on', continue_clip_id: 'clip', continue_at: 60, task_id: body.data }
    expect((await music(who.token, more)).status).toBe(200)
    expect(lastRequest()).toMatchObject({ secret: `Bearer ${good.key}`, body: { continue_at: 60 } })
    await db().updateTable('channels').set({ status: 2 }).where('id', '=', good.id).execute()
    await at.server.services.channels.reload()
    expect((await music(who.token, more)).body).toMatchObject({ code: 'task_channel_disable' })
    expect(await books(who.id)).toMatchObject({ charged: 2 * PRICE, calls: 2 })
  })
})
