import { beforeAll, expect, test } from 'bun:test'
import { createChannel, deleteChannel, updateChannel } from '#contract/api/channels.ts'
import { setOption } from '#contract/api/options.ts'
import { getPricing, testStatus } from '#contract/api/public-prices.ts'
import { MAX_RATIO } from '#contract/prices/price.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { createPricing } from './public-prices.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let channelId: number

  const set = (key: string, value: object) => root.call(setOption, { body: { key, value: JSON.stringify(value) } })
  const rows = async () => (await server.call(getPricing, { query: undefined } as never)).data ?? []

  beforeAll(async () => {
    await set('ModelRatio', { 'by-token': 2.5 })
    await set('CompletionRatio', { 'by-token': 4 })
    await set('ModelPrice', { 'per-call': 0.04 })
    const fields = { type: 1, name: 'c', key: 'sk-pricing-channel', base_url: 'https://upstream.example' }
    const create = (models: string, group: string) => root.call(createChannel, { body: { ...fields, models, group } })
    channelId = (await create('by-token,per-call,without-price', 'vip,default')).data![0]!.id
    await create('by-token', 'svip')
  })

  const row = { model_name: 'by-token', quota_type: 0, model_ratio: 2.5, model_price: 0, owner_by: '', vendor: '' }

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
        vendor: '',
        completion_ratio: 0,
        enable_groups: ['default', 'vip'],
      },
    ])
    expect(answer).toMatchObject({ group_ratio: { default: 1, vip: 1, svip: 1 } })
  })

  test('a model of the built-in list has its vendor, and a name of the operator’s none', async () => {
    const fields = { type: 1, name: 'vendors', key: 'sk-vendors', base_url: 'https://upstream.example', group: 'vip' }
    const models = 'gpt-4o,claude-opus-4-5,deepseek-chat,constructor'
    await set('ModelRatio', { 'by-token': 2.5, constructor: 1 })
    const { data } = await root.call(createChannel, { body: { ...fields, models } })
    const vendors = Object.fromEntries((await rows()).map(({ model_name, vendor }) => [model_name, vendor]))
    expect(vendors).toEqual({
      ...{ 'gpt-4o': 'openai', 'claude-opus-4-5': 'anthropic', 'deepseek-chat': 'deepseek' },
      ...{ 'by-token': '', 'per-call': '', constructor: '' },
    })
    await root.call(deleteChannel, { params: { id: data![0]!.id } })
  })

  test('a change of prices or channels shows at once', async () => {
    await set('ModelRatio', { 'by-token': 3 })
    expect((await rows())[0]?.model_ratio).toBe(3)
    await root.call(updateChannel, { body: { id: channelId, status: 2 } })
    expect(await rows()).toEqual([{ ...row, model_ratio: 3, completion_ratio: 4, enable_groups: ['svip'] }])
  })

  test('a price of an older version that no bound held is shown as the bound, and spoils no other', async () => {
    const { store, options } = server.services
    const value = JSON.stringify({ 'by-token': 1e300, 'without-price': 9 })
    await store.db.updateTable('options').set({ value }).where('key', '=', 'ModelRatio').execute()
    await options.reload()
    await root.call(updateChannel, { body: { id: channelId, status: 1 } })
    for (let look = 0; look < 2; look++) {
      const ratios = (await rows()).map(({ model_name, model_ratio }) => [model_name, model_ratio])
      expect(ratios).toEqual([
        ['by-token', MAX_RATIO],
        ['per-call', 0],
        ['without-price', 9],
      ])
    }
    await set('ModelRatio', { 'by-token': 3 })
  })

  test('a list that could not be made is made when it is asked for again', () => {
    const { channels } = server.services
    let failing = true
    const groups = new Map([['by-token', ['default']]])
    const modelGroups = () => groups
    const values = new Proxy(server.services.options.values, {
      get(target, key) {
        if (failing) throw new Error('not now')
        return Reflect.get(target, key)
      },
    })
    const options = { version: 7, values, text: server.services.options.text }
    const pricing = createPricing({ ...server.services, channels: { ...channels, modelGroups }, options } as never)
    for (let look = 0; look < 2; look++) expect(pricing).toThrow('not now')
    failing = false
    expect(pricing()).toHaveLength(1)
  })

  test('administrators learn that the database answers', async () => {
    expect(await root.call(testStatus, {})).toMatchObject({ success: true, message: 'Server is running' })
  })
})
