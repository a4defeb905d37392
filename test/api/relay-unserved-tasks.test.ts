import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listOwnLogs } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { setOptions } from '#test/harness/options.ts'
import { type Customer, PRICE, type Reply, startTasks, type TaskHarness } from '#test/harness/tasks.ts'

forEachDatabase((_engine, fresh) => {
  let at: TaskHarness
  let drawings: { id: number; key: string }
  let songs: { id: number; key: string }

  beforeAll(async () => {
    at = await startTasks(await fresh.started(), { logLevel: 'silent' })
    drawings = await at.channel(5)
    songs = await at.channel(36)
  }, START_MS)
  afterAll(() => at.close())

  const imagine = (who: Customer, prompt: string) => at.post('/mj/submit/imagine', who.token, { prompt })
  const sing = (who: Customer, prompt: string) => at.post('/suno/submit/music', who.token, { prompt })

  /** The rows of failed calls of a user, as the table has them and as the user sees them. */
  async function rowsOf(who: Customer) {
    const { failedCalls, store } = at.server.services
    await failedCalls.flush()
    const rows = await store.db
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', who.id)
      .where('type', '=', LOG_TYPE.system)
      .orderBy('id')
      .execute()
    const { data } = await who.client.call(listOwnLogs, { query: { type: LOG_TYPE.system } })
    return { rows: rows.map((row) => ({ ...row, other: JSON.parse(row.other) })), own: data?.items ?? [] }
  }

  /** The one row that a call has left, which tells nothing of where it went. */
  async function rowOf(who: Customer, { headers }: Reply) {
    const { rows, own } = await rowsOf(who)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      quota: 0,
      token_name: 'test',
      request_id: headers.get('x-oneapi-request-id'),
      other: { end_reason: 'failed', request_id: headers.get('x-oneapi-request-id') },
    })
    expect(own).toMatchObject([{ channel: 0, quota: 0 }])
    expect(JSON.stringify(own)).not.toMatch(/127\.0\.0\.1|secret-|admin_info/)
    expect(JSON.stringify(rows)).not.toContain(drawings.key)
    expect(await at.books(who.id)).toEqual({ charged: 0, calls: 0, balance: PRICE })
    return rows[0]
  }

  test.each([
    ['banned words', '24', 200, '可能包含敏感词'],
    ['broken', '5', 400, 'bad_response_status_code'],
    ['saturated', '30', 429, '当前分组负载已饱和，请稍后再试，或升级账户以提升服务质量。'],
  ])('a drawing that is not taken (%s) is found in the log with the reason', async (prompt, code, status, content) => {
    const who = await at.customer(PRICE)
    const row = await rowOf(who, await imagine(who, prompt))
    expect(row).toMatchObject({
      model_name: 'mj_imagine',
      channel_id: drawings.id,
      content,
      other: { code, status, group: 'default', admin_info: { use_channel: [String(drawings.id)] } },
    })
  })

  test.each([
    ['refused', 'fail_to_fetch_task', 400, 'prompt is empty'],
    ['odd', 'odd_failure', 500, 'something odd'],
    ['busy', 'fail_to_fetch_task', 429, '当前分组上游负载已饱和，请稍后再试'],
  ])('a song that is not taken (%s) is found in the log with the reason', async (prompt, code, status, content) => {
    const who = await at.customer(PRICE)
    const row = await rowOf(who, await sing(who, prompt))
    expect(row).toMatchObject({ model_name: 'suno_music', channel_id: songs.id, content, other: { code, status } })
  })

  test('where a platform is, and its key, are in no row', async () => {
    at.platforms.routes.set('/suno/submit/MUSIC', () =>
      Response.json({ code: 'full', message: `${at.platforms.url} refuses ${songs.key}\0` }),
    )
    const who = await at.customer(PRICE)
    const row = await rowOf(who, await sing(who, 'x'))
    at.platforms.routes.clear()
    expect(row?.content).toBe('[upstream] refuses ***')
    expect(JSON.stringify(row)).not.toMatch(/127\.0\.0\.1|secret-/)
  })

  test('so are those that no platform was asked for', async () => {
    const poor = await at.customer(PRICE - 1)
    await imagine(poor, 'a fox')
    await sing(poor, 'a song')
    await at.post('/mj/submit/change', poor.token, { taskId: 'none', action: 'REROLL' })
    await at.post('/mj/submit/describe', (await at.customer(PRICE, {}, { group: 'vip' })).token, {})
    await setOptions(at.server, { SensitiveWords: 'forbidden', CheckSensitiveEnabled: 'true' })
    await imagine(poor, 'forbidden')
    await setOptions(at.server, { CheckSensitiveEnabled: 'false' })
    const { rows } = await rowsOf(poor)
    expect(rows.map(({ model_name, other }) => [model_name, other.code])).toEqual([
      ['mj_imagine', 'insufficient_user_quota'],
      ['suno_music', 'insufficient_user_quota'],
      ['mj_reroll', '4'],
      ['mj_imagine', 'sensitive_words_detected'],
    ])
    expect(rows[0]?.content).toBe(rows[0]?.other.message.zh)
  })

  test('neither a question about a task nor an accepted one leaves such a row', async () => {
    const who = await at.customer(PRICE)
    await at.get('/mj/task/none/fetch', who.token)
    await at.get('/suno/fetch/none', who.token)
    expect((await imagine(who, 'a fox')).body.code).toBe(1)
    expect((await rowsOf(who)).rows).toEqual([])
  })

  test('an order that a balance or a budget refuses counts in no limit, and one that is sent does', async () => {
    const limits = { rpd: 9, budgets: [{ window: 'day' as const, quota: 0 }] }
    const used = async (token: string) => {
      const answer = await at.server.request('/v1/key', { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json()).data.limits_now.rpd.used
    }
    for (const who of [await at.customer(PRICE - 1, { limits: { rpd: 9 } }), await at.customer(PRICE, { limits })]) {
      for (const send of [imagine, sing]) expect((await send(who, 'a cat')).status).toBeWithin(400, 500)
      expect(await used(who.token)).toBe(0)
    }
    const payer = await at.customer(PRICE, { limits: { rpd: 9 } })
    await sing(payer, 'broken')
    expect(await used(payer.token)).toBe(1)
  })
})
