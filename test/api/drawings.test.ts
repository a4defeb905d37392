import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS, LOG_TYPE } from '#contract/statuses.ts'
import { refundedTo } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { setOptions } from '#test/harness/options.ts'
import { type Customer, PRICE, startTasks, type TaskHarness } from '#test/harness/tasks.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  let bob: Customer
  let channel: { id: number; key: string }
  /** Rises, so that the newest channel is the first choice. */
  let priority = 1000

  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
    channel = await at.channel(5)
    bob = await at.customer(100 * PRICE)
  }, START_MS)
  afterAll(() => at.close())

  const imagine = (token: string, prompt: string, more = {}) =>
    at.post('/mj/submit/imagine', token, { prompt, ...more })
  const rows = (userId: number) => at.drawings(userId)
  const logs = (userId: number, type: number) =>
    at.server.services.store.db
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .orderBy('id')
      .execute()
  const books = (userId: number) => at.books(userId)
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

  describe('platforms that refuse', () => {
    test.each([
      ['the queue is full', 23, '队列已满，请稍后尝试'],
      ['banned words', 24, '可能包含敏感词'],
      ['no account', 3, '无可用的账号实例'],
    ])('%s: told with code %i, listed with the reason, and free', async (prompt, code, reason) => {
      const who = await at.customer(PRICE)
      expect(await imagine(who.token, prompt)).toMatchObject({ status: 200, body: { code } })
      const [row, ...others] = await rows(who.id)
      expect(others).toEqual([])
      expect(row).toMatchObject({
        code,
        status: 'FAILURE',
        progress: '100%',
        fail_reason: reason,
        quota: 0,
        charged_at: 0,
      })
      await at.poll()
      expect(await books(who.id)).toEqual({ charged: 0, calls: 0, balance: PRICE })
    })

    test('without an account a channel is switched off, if the operator wants that', async () => {
      await setOptions(at.server, { AutomaticDisableChannelEnabled: 'true' })
      const own = await at.channel(2, { models: 'mj_imagine', group: 'vip', priority: ++priority })
      const who = await at.customer(PRICE, {}, { group: 'vip' })
      await imagine(who.token, 'no account')
      const { store } = at.server.services
      await until(async () => {
        const row = await store.db.selectFrom('channels').select('status').where('id', '=', own.id).executeTakeFirst()
        return row?.status === CHANNEL_STATUS.autoDisabled
      })
      await setOptions(at.server, { AutomaticDisableChannelEnabled: 'false' })
    })

    test('is never told or shown where a platform is', async () => {
      at.platforms.routes.set('/mj/submit/imagine', () =>
        Response.json({ code: 23, description: `full: ${at.platforms.url}/mj is busy`, result: null }),
      )
      const who = await at.customer(PRICE)
      const { body } = await imagine(who.token, 'x')
      at.platforms.routes.clear()
      expect(body).toMatchObject({ code: 23, description: expect.stringContaining('full: [upstream]') })
      expect(JSON.stringify([body, await rows(who.id)])).not.toContain('127.0.0.1')
    })

    test.each([
      ['saturated', 429, 30, '当前分组负载已饱和，请稍后再试，或升级账户以提升服务质量。'],
      ['broken', 400, 5, 'bad_response_status_code'],
    ])('%s: nothing is listed or charged', async (prompt, status, code, description) => {
      const who = await at.customer(PRICE)
      const answer = await imagine(who.token, prompt)
      expect({ ...answer, headers: 0 }).toEqual({
        status,
        body: { description, type: 'upstream_error', code },
        headers: 0,
      })
      expect(await rows(who.id)).toEqual([])
      expect((await imagine(who.token, 'a dog')).body.code).toBe(1)
    })

    test('an unreachable platform costs nothing', async () => {
      await at.channel(2, { models: 'mj_imagine', group: 'vip', base_url: 'http://127.0.0.1:9' })
      const who = await at.customer(PRICE, {}, { group: 'vip' })
      expect((await imagine(who.token, 'a cat')).body).toMatchObject({ description: 'do_request_failed', code: 5 })
      expect(await books(who.id)).toEqual({ charged: 0, calls: 0, balance: PRICE })
    })

    test('22 and 21 are told as 1, and charged', async () => {
      const who = await at.customer(2 * PRICE)
      expect((await imagine(who.token, 'queued behind others')).body.code).toBe(1)
      const known = (await imagine(who.token, 'exists')).body
      expect(known.code).toBe(1)
      expect(known.properties.imageUrl).toEndWith(`/mj/image/${known.result}`)
      expect((await rows(who.id)).map(({ code, status, progress }) => [code, status, progress])).toEqual([
        [22, 'NOT_START', '0%'],
        [21, 'SUCCESS', '100%'],
      ])
      expect(await books(who.id)).toMatchObject({ charged: 2 * PRICE, balance: 0 })
    })
  })

  describe('callers that are refused', () => {
    test.each([
      ['submit/imagine', {}, 'prompt_is_required'],
      ['submit/change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required'],
      ['submit/change', { taskId: '1' }, 'action_is_required'],
      ['submit/change', { taskId: '1', action: 'UPSCALE' }, 'index_is_required'],
      ['submit/change', { taskId: '1', action: 'DROP', index: 1 }, 'unknown_action:DROP'],
      ['submit/simple-change', {}, 'content_is_required'],
      ['submit/simple-change', { content: '123 X9' }, 'content_parse_failed'],
      ['submit/action', { taskId: '1' }, 'custom_id_is_required'],
      ['submit/action', { taskId: '1', customId: 'MJ::BOOKMARK::1' }, 'unknown_action:MJ::BOOKMARK::1'],
      ['submit/modal', {}, 'task_id_is_required'],
      ['insight-face/swap', { sourceBase64: 'x' }, 'sour_base64_and_target_base64_is_required'],
      ['submit/modal', { taskId: 'nobody knows' }, 'task_not_found'],
      ['notify', { id: 'nobody knows' }, 'midjourney_task_not_found'],
      ['submit/imagine', '{broken', 'bind_request_body_failed'],
      ['submit/imagine', '[]', 'bind_request_body_failed'],
      ['submit/imagine', { prompt: 'a cat', NotifyHook: 'https://x' }, 'unknown_field:NotifyHook'],
      ['submit/imagine', { prompt: 'a cat', Prompt: 'a dog' }, 'unknown_field:Prompt'],
    ])('%s with %j: %s', async (path, body, description) => {
      const before = at.platforms.requests.length
      const { status, body: told } = await at.post(`/mj/${path}`, bob.token, body)
      expect({ status, told }).toEqual({ status: 400, told: { description, type: 'upstream_error', code: 4 } })
      expect(at.platforms.requests.length).toBe(before)
    })

    test('by their token’s models, their group’s channels, and words of the operator', async () => {
      const limits = { model_limits_enabled: true, model_limits: 'mj_describe' }
      const limited = await at.customer(PRICE, limits)
      expect(await imagine(limited.token, 'a cat')).toMatchObject({
        status: 400,
        body: { description: '该令牌无权访问模型 mj_imagine，可用模型：mj_describe', type: 'new_api_error', code: 4 },
      })
      const svip = await at.customer(PRICE, {}, { group: 'svip' })
      expect((await imagine(svip.token, 'a cat')).body.description).toBe(
        '当前分组 svip 下对于模型 mj_imagine 无可用渠道',
      )
      await setOptions(at.server, {
        CheckSensitiveEnabled: 'true',
        CheckSensitiveOnPromptEnabled: 'true',
        SensitiveWords: 'forbidden',
      })
      expect((await imagine(bob.token, 'a Forbidden fruit')).body).toMatchObject({ type: 'new_api_error', code: 4 })
      await setOptions(at.server, { CheckSensitiveEnabled: 'false' })
      expect(await books(svip.id)).toEqual({ charged: 0, calls: 0, balance: PRICE })
    })

    test('without money, however many ask at once', async () => {
      const poor = await at.customer(2 * PRICE)
      const all = await Promise.all(Array.from({ length: 8 }, (_, i) => imagine(poor.token, `cat ${i}`)))
      expect(all.filter(({ body }) => body.code === 1)).toHaveLength(2)
      const refused = { description: 'quota_not_enough', type: 'upstream_error', code: 4 }
      expect(all.filter(({ body }) => body.code !== 1).map(({ body }) => body)).toEqual(Array(6).fill(refused))
      expect(await books(poor.id)).toEqual({ charged: 2 * PRICE, calls: 2, balance: 0 })
    })

    test('a channel for chats takes no drawings, and one for drawings no chats', async () => {
      await at.server.services.channels.reload()
      const { id } = await at.channel(1, { models: 'mj_imagine,chat-model', priority: 100, group: 'vip' })
      await at.channel(2, { models: 'chat-only,mj_imagine', group: 'vip', priority: 50 })
      const who = await at.customer(2 * PRICE, {}, { group: 'vip' })
      expect((await imagine(who.token, 'a cat')).body.code).toBe(1)
      expect((await rows(who.id))[0]?.channel_id).not.toBe(id)
      const chat = { model: 'chat-only', messages: [{ role: 'user', content: 'hi' }] }
      expect((await at.post('/v1/chat/completions', who.token, chat)).status).toBe(503)
    })
  })

  describe('a follow-up', () => {
    /** A finished drawing of somebody, on a channel that no other request can find. */
    async function finished(balance = 10 * PRICE) {
      const own = await at.channel(5, { models: 'mj_imagine', group: 'vip', priority: ++priority })
      const who = await at.customer(balance, {}, { group: 'vip' })
      const { result } = (await imagine(who.token, 'a red fox')).body
      await at.poll(4)
      return { who, own, id: String(result) }
    }

    test('goes where its task is, whatever else offers the action', async () => {
      const { who, own, id } = await finished()
      const change = { taskId: id, action: 'UPSCALE', index: 1 }
      const simple = { content: `${id} V2` }
      const button = { taskId: id, customId: 'MJ::JOB::upsample::1::x' }
      for (const [path, body] of Object.entries({ change, 'simple-change': simple, action: button })) {
        expect((await at.post(`/mj/submit/${path}`, who.token, body)).body.code).toBe(1)
        expect(lastRequest(`/mj/submit/${path}`).headers['mj-api-secret']).toBe(own.key)
      }
      const [, ...followed] = await rows(who.id)
      expect(
        followed.map(({ action, model_name, quota, channel_id }) => [action, model_name, quota, channel_id]),
      ).toEqual([
        ['UPSCALE', 'mj_upscale', PRICE / 2, own.id],
        ['VARIATION', 'mj_variation', PRICE, own.id],
        ['UPSCALE', 'mj_upscale', PRICE / 2, own.id],
      ])
    })

    test('that opens a dialog is free and says so; the answer to the dialog is charged', async () => {
      const { who, id } = await finished(3 * PRICE)
      const zoom = { taskId: id, customId: 'MJ::CustomZoom::x' }
      const opened = (await at.post('/mj/submit/action', who.token, zoom)).body
      expect(opened.code).toBe(21)
      const row = (await rows(who.id)).at(-1)
      expect(row).toMatchObject({ action: 'CUSTOM_ZOOM', status: 'MODAL', quota: 0 })
      const answered = await at.post('/mj/submit/modal', who.token, { taskId: opened.result, prompt: 'further' })
      expect(answered.body.code).toBe(1)
      expect(await books(who.id)).toMatchObject({ charged: 2 * PRICE, calls: 3, balance: PRICE })
    })

    test('is refused for a stranger’s task, an unfinished one, and one whose channel is switched off', async () => {
      const { who, own, id } = await finished()
      const change = { taskId: id, action: 'REROLL' }
      expect((await at.post('/mj/submit/change', bob.token, change)).body.description).toBe('task_not_found')
      expect((await at.get(`/mj/task/${id}/fetch`, bob.token)).body).toMatchObject({ description: 'task_no_found' })
      expect((await at.get(`/mj/task/${id}/image-seed`, bob.token)).body).toMatchObject({
        description: 'task_no_found',
      })
      expect((await at.get(`/mj/task/${id}/image-seed`, who.token)).body).toMatchObject({ result: '636646138' })
      const list = async (token: string) =>
        (await at.post('/mj/task/list-by-condition', token, { ids: [id] })).body.map((task: { id: string }) => task.id)
      expect(await list(bob.token)).toEqual([])
      expect(await list(who.token)).toEqual([id])
      const young = (await imagine(who.token, 'slow')).body.result
      const early = { taskId: young, action: 'REROLL' }
      expect((await at.post('/mj/submit/change', who.token, early)).body.description).toBe('task_status_not_success')
      await setOptions(at.server, { MjActionCheckSuccessEnabled: 'false' })
      expect((await at.post('/mj/submit/change', who.token, early)).body.code).toBe(1)
      await setOptions(at.server, { MjActionCheckSuccessEnabled: 'true' })
      await at.server.services.store.db.updateTable('channels').set({ status: 2 }).where('id', '=', own.id).execute()
      await at.server.services.channels.reload()
      expect((await at.post('/mj/submit/change', who.token, change)).body.description).toBe('该任务所属渠道已被禁用')
    })
  })

  test('the other actions have their prices', async () => {
    const who = await at.customer(10 * PRICE)
    const base64 = 'data:image/png;base64,AA=='
    const calls: [string, object][] = [
      ['mj/submit/describe', { base64 }],
      ['mj/submit/blend', { base64Array: [base64, base64] }],
      ['mj/submit/shorten', { prompt: 'long' }],
      ['mj/submit/upload-discord-images', { base64Array: [base64] }],
      ['mj/insight-face/swap', { sourceBase64: base64, targetBase64: base64 }],
      ['mj-fast/mj/submit/imagine', { prompt: 'quick' }],
    ]
    for (const [path, body] of calls) expect((await at.post(`/${path}`, who.token, body)).body.code).toBe(1)
    expect(
      (await rows(who.id)).map(({ action, model_name, quota, status }) => [action, model_name, quota, status]),
    ).toEqual([
      ['DESCRIBE', 'mj_describe', PRICE / 2, 'SUBMITTED'],
      ['BLEND', 'mj_blend', PRICE, 'SUBMITTED'],
      ['SHORTEN', 'mj_shorten', PRICE, 'SUBMITTED'],
      ['UPLOAD', 'mj_upload', PRICE / 2, 'SUCCESS'],
      ['SWAP_FACE', 'swap_face', PRICE / 2, 'SUBMITTED'],
      ['IMAGINE', 'mj_imagine', PRICE, 'SUBMITTED'],
    ])
    expect(lastRequest('/mj/submit/imagine').body.prompt).toBe('quick')
  })

  test('the operator decides what of a request passes', async () => {
    const more = { notifyHook: 'https://hook.example', accountFilter: { modes: ['FAST'] }, botType: 'NIJI_JOURNEY' }
    await imagine(bob.token, 'a cat --fast --ar 3:2', more)
    expect(lastRequest('/mj/submit/imagine').body).toEqual({ prompt: 'a cat --fast --ar 3:2', botType: 'NIJI_JOURNEY' })
    const all = { MjNotifyEnabled: 'true', MjAccountFilterEnabled: 'true', MjModeClearEnabled: 'true' }
    await setOptions(at.server, all)
    await imagine(bob.token, 'a cat --fast --ar 3:2 --turbo', more)
    expect(lastRequest('/mj/submit/imagine').body).toEqual({ prompt: 'a cat --ar 3:2', ...more })
    await setOptions(at.server, {
      MjNotifyEnabled: 'false',
      MjAccountFilterEnabled: 'false',
      MjModeClearEnabled: 'false',
    })
  })

  describe('a callback', () => {
    test('is a reason to ask, and never believed', async () => {
      const who = await at.customer(5 * PRICE)
      const { result } = (await imagine(who.token, 'slow')).body
      const forged = {
        id: result,
        status: 'FAILURE',
        progress: '',
        failReason: 'forged',
        imageUrl: 'http://127.0.0.1/x',
      }
      expect((await at.post('/mj/notify', bob.token, forged)).body.description).toBe('midjourney_task_not_found')
      const taken = await at.post('/mj/notify', who.token, forged)
      expect({ status: taken.status, body: taken.body }).toEqual({ status: 200, body: '' })
      expect((await rows(who.id))[0]).toMatchObject({ status: 'IN_PROGRESS', fail_reason: '', image_url: '' })
    })
  })
})
