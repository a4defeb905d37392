import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { setOption } from '#contract/api/options.ts'
import { getPricing, testStatus } from '#contract/api/pricing.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, startServer, type TestServer } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let root: LoggedIn
  let channelId: number

  const set = (key: string, value: object) => root.call(setOption, { body: { key, value: JSON.stringify(value) } })
  const rows = async () => (await server.call(getPricing, { query: undefined } as never)).data ?? []

  beforeAll(async () => {
    server = await startServer(await fresh.place())
    root = await server.root()
    await set('ModelRatio', { 'by-token': 2.5 })
    await set('CompletionRatio', { 'by-token': 4 })
    await set('ModelPrice', { 'per-call': 0.04 })
    const fields = { type: 1, name: 'c', key: 'sk-pricing-channel', base_url: 'https://upstream.example' }
    const create = (models: string, group: string) => root.call(createChannel, { body: { ...fields, models, group } })
    channelId = (await create('by-token,per-call,without-price', 'vip,default')).data![0]!.id
    await create('by-token', 'svip')
  })
  afterAll(() => server.close())

  const row = { model_name: 'by-token', quota_type: 0, model_ratio: 2.5, model_price: 0, owner_by: '' }

  test('everybody sees a row for each model that is for sale, and the ratios of the groups', async () => {
    const answer = await server.call(getPricing, {})
    expect(answer.data).toEqual([
      { ...row, completion_ratio: 4, enable_groups: ['default', 'svip', 'vip'] },
      {
        model_name: 'per-call',
        quota_type: 1,
        model_ratio: 0,
        model_price: 0.04,
        owner_by: '',
        completion_ratio: 0,
        enable_groups: ['default', 'vip'],
      },
    ])
    expect(answer).toMatchObject({ group_ratio: { default: 1, vip: 1, svip: 1 } })
  })

  test('a change of prices or channels shows at once', async () => {
    await set('ModelRatio', { 'by-token': 3 })
    expect((await rows())[0]?.model_ratio).toBe(3)
    await root.call(updateChannel, { body: { id: channelId, status: 2 } })
    expect(await rows()).toEqual([{ ...row, model_ratio: 3, completion_ratio: 4, enable_groups: ['svip'] }])
  })

  test('administrators learn that the database answers', async () => {
    expect(await root.call(testStatus, {})).toMatchObject({ success: true, message: 'Server is running' })
  })
})
