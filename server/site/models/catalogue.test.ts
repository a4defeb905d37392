import { beforeAll, describe, expect, test } from 'bun:test'
import { createChannel, updateChannel } from '#contract/api/channels.ts'
import { getModelCard, listModelCards } from '#contract/api/models.ts'
import { setOption } from '#contract/api/options.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let anthropic: number

  const set = (key: string, value: object) => root.call(setOption, { body: { key, value: JSON.stringify(value) } })
  const rows = async () => (await server.call(listModelCards, {})).data ?? []
  const row = async (name: string) => (await rows()).find((one) => one.name === name)
  const card = (name: string) => server.call(getModelCard, { query: { name } })

  beforeAll(async () => {
    await set('GroupRatio', { default: 1, vip: 0.5 })
    await set('ModelRatio', { 'of/the-operator.1': 1.5 })
    const create = async (type: number, models: string, group: string) => {
      const fields = { name: models, key: `sk-${models}`, base_url: 'https://upstream.example' }
      return (await root.call(createChannel, { body: { ...fields, type, models, group } })).data![0]!.id
    }
    await create(1, 'gpt-6-sol,gpt-image-1,text-embedding-3-small,gpt-audio,of/the-operator.1,unpriced', 'default')
    anthropic = await create(14, 'claude-opus-4-5', 'default,vip')
  })

  test('everybody sees the models that some group can use, with their facts and prices', async () => {
    const answer = await server.call(listModelCards, {})
    expect(answer.data?.map(({ name }) => name)).toEqual([
      ...['claude-opus-4-5', 'gpt-6-sol', 'gpt-audio', 'gpt-image-1', 'of/the-operator.1', 'text-embedding-3-small'],
    ])
    expect(answer).toMatchObject({ group_ratio: { default: 1, vip: 0.5 }, facts_version: '2026-11-25' })
    expect(await row('claude-opus-4-5')).toEqual({
      name: 'claude-opus-4-5',
      vendor: 'anthropic',
      kind: 'chat',
      description: { zh: '用于编程与智能体的 Claude Opus 4.5。', en: 'Claude Opus 4.5 for coding and agents.' },
      context: 200_000,
      max_output: 64_000,
      input: ['text', 'image', 'file'],
      output: ['text'],
      features: ['tools', 'json_schema', 'reasoning', 'caching'],
      released: '2025-11-24',
      deprecated: false,
      retires: null,
      formats: ['chat', 'responses', 'messages', 'gemini', 'cohere'],
      enable_groups: ['default', 'vip'],
      quota_type: 0,
      model_ratio: 2.5,
      model_price: 0,
      completion_ratio: 5,
    })
  })

  test('a model has the formats that its channels perform', async () => {
    const formats = Object.fromEntries((await rows()).map((one) => [one.name, one.formats]))
    expect(formats).toMatchObject({
      'gpt-image-1': ['images'],
      'text-embedding-3-small': ['embeddings'],
      'gpt-audio': ['chat', 'gemini'],
      'of/the-operator.1': [],
    })
  })

  test('a card has the prices of each group as calls are charged', async () => {
    const { data } = await card('claude-opus-4-5')
    const prices = { audio_input: null, audio_output: null, per_call: null }
    expect(data?.prices).toEqual([
      {
        group: 'default',
        ...{ input: '5', output: '25', cache_read: '0.5', cache_write_5m: '6.25', cache_write_1h: '10' },
        ...prices,
        tools: { web_search: '0.01', code_interpreter: '0.00416667' },
      },
      {
        group: 'vip',
        ...{ input: '2.5', output: '12.5', cache_read: '0.25', cache_write_5m: '3.125', cache_write_1h: '5' },
        ...prices,
        tools: { web_search: '0.005', code_interpreter: '0.002083335' },
      },
    ])
    expect(data?.tiers).toMatchObject({ fast: '2', us: '1.1' })
    const audio = (await card('gpt-audio')).data?.prices[0]
    expect(audio).toMatchObject({ input: '2.5', audio_input: '32', audio_output: '64' })
    const image = (await card('gpt-image-1')).data?.prices[0]
    expect(image).toMatchObject({ input: null, output: null, tools: {} })
    expect(image?.per_call).toMatch(/^0\.\d+$/)
  })

  test('a card has the parameters of each format, without those that the model refuses', async () => {
    const details = (await card('claude-opus-4-5')).data?.formats_in_detail ?? []
    const of = (format: string) => details.find((one) => one.format === format)
    expect(of('messages')?.path).toBe('/v1/messages')
    expect(of('messages')?.parameters).toEqual(expect.arrayContaining(['model', 'messages', 'max_tokens', 'thinking']))
    expect(of('gemini')?.parameters).toContain('generationConfig.temperature')
    expect(of('chat')?.parameters).toContain('service_tier')
    for (const name of ['metadata', 'plugins', 'logprobs']) expect(of('chat')?.parameters).not.toContain(name)
    const sol = (await card('gpt-6-sol')).data
    expect(sol?.formats_in_detail[0]?.parameters).toEqual(expect.arrayContaining(['reasoning_effort', 'temperature']))
    expect(sol?.formats_in_detail[0]?.parameters).not.toContain('stop')
    expect(sol?.reasoning_efforts).toContain('high')
    const embedding = (await card('text-embedding-3-small')).data?.formats_in_detail
    expect(embedding).toEqual([{ format: 'embeddings', path: '/v1/embeddings', parameters: ['model', 'input'] }])
  })

  test('a model that is not in the catalogue has 404 and its name', async () => {
    for (const name of ['nothing/of.this', 'unpriced', 'constructor']) {
      const response = await server.request(`/api/models/card?name=${encodeURIComponent(name)}`, {
        headers: { 'Accept-Language': 'en' },
      })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ success: false, message: `The model '${name}' does not exist` })
    }
    const unnamed = await server.request('/api/models/card')
    expect(await unnamed.json()).toMatchObject({ success: false })
  })

  describe('the operator’s cards', () => {
    test('count before the built-in facts, and describe models that are not built in', async () => {
      const description = { zh: '我们的模型。', en: 'A model of ours.' }
      const own = { description, vendor: 'us', context: 4096, input: ['text'], output: ['text'] }
      await set('ModelCards', { 'of/the-operator.1': own, 'claude-opus-4-5': { context: 100_000 } })
      expect(await row('of/the-operator.1')).toMatchObject({ ...own, kind: 'chat' })
      expect((await row('of/the-operator.1'))?.formats).toContain('messages')
      expect(await row('claude-opus-4-5')).toMatchObject({ context: 100_000, max_output: 64_000 })
    })

    test('set the day on which a model retires, or say that it goes on', async () => {
      expect(await row('gpt-audio')).toMatchObject({ deprecated: true, retires: '2027-01-20' })
      await set('ModelCards', { 'gpt-audio': { deprecated: false }, 'gpt-6-sol': { retires: '2030-02-01' } })
      expect(await row('gpt-audio')).toMatchObject({ deprecated: false, retires: null })
      expect(await row('gpt-6-sol')).toMatchObject({ deprecated: true, retires: '2030-02-01' })
      const bad = await root.call(setOption, { body: { key: 'ModelCards', value: '{"a":{"retires":"soon"}}' } })
      expect(bad).toMatchObject({ success: false, message: expect.stringContaining('2027-01-14') })
    })

    test('hide a model', async () => {
      await set('ModelCards', { 'gpt-6-sol': { hidden: true } })
      expect(await row('gpt-6-sol')).toBeUndefined()
      expect(await card('gpt-6-sol')).toMatchObject({ success: false })
      await set('ModelCards', {})
      expect(await row('gpt-6-sol')).toBeDefined()
    })
  })

  test('a change of channels shows at once', async () => {
    await root.call(updateChannel, { body: { id: anthropic, status: 2 } })
    expect(await row('claude-opus-4-5')).toBeUndefined()
    await root.call(updateChannel, { body: { id: anthropic, status: 1 } })
  })
})
