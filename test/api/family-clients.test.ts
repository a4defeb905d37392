import { beforeAll, describe, expect, test } from 'bun:test'
import { createChannel, getChannel, updateChannel } from '#contract/api/channels.ts'
import { updateSelf } from '#contract/api/session.ts'
import { createToken, listTokens, updateToken } from '#contract/api/tokens.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

/** What newer consoles of this family, extensions that keep keys, and other servers send: see docs/concepts/differences.md. */
forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let owner: LoggedIn

  const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
    const response = await server.request(path, init)
    return { status: response.status, type: response.headers.get('content-type'), body: await response.json() }
  }
  const send = (user: LoggedIn, method: string, path: string, body: unknown) =>
    ask(path, {
      method,
      headers: { ...user.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const newUser = async () => server.login((await server.addUser({})).username, PASSWORD)

  beforeAll(async () => {
    owner = await newUser()
    await setOptions(server, { UserUsableGroups: { default: 'For all', vip: 'Faster', auto: 'Cheapest' } })
  })

  describe('prices', () => {
    beforeAll(async () => {
      await setOptions(server, { ModelRatio: { 'by-token': 1.5 }, CompletionRatio: { 'by-token': 3.666666667 } })
      await setOptions(server, { ModelPrice: { 'by-call': 0.04 }, CacheRatio: { 'by-token': 0.1 } })
      const fields = { type: 1, name: 'c', key: 'sk-family', base_url: 'https://upstream.example' }
      await root.call(createChannel, { body: { ...fields, models: 'by-token,by-call,not-priced' } })
    })

    test('name the groups that the reader may choose', async () => {
      const visitor = (await ask('/api/pricing')).body
      expect(visitor.usable_group).toEqual({ default: 'For all', vip: 'Faster' })
      expect(visitor.auto_groups).toEqual([])
      const reader = (await ask('/api/pricing', { headers: owner.headers })).body
      expect(reader.usable_group).toEqual({ default: 'For all', vip: 'Faster', auto: 'Cheapest' })
      expect(reader.auto_groups).toEqual(['default', 'vip'])
    })

    test('are maps by model for other servers, with the ratios that are charged', async () => {
      const { body } = await ask('/api/ratio_config')
      expect(body).toMatchObject({ success: true, data: { model_price: { 'by-call': 0.04 } } })
      expect(body.data.model_ratio).toEqual({ 'by-token': 1.5 })
      expect(body.data.completion_ratio).toEqual({ 'by-token': 3.666666667 })
      expect(body.data.cache_ratio).toEqual({ 'by-token': 0.1 })
      const { data } = (await ask('/api/pricing')).body
      expect(data.find((row: { model_name: string }) => row.model_name === 'by-token').completion_ratio).toBe(
        3.666666667,
      )
    })

    test('stand beside the models that a channel has', async () => {
      const { body } = await ask('/api/channel/models_enabled', { headers: root.headers })
      expect(body.data).toEqual(['by-call', 'by-token', 'not-priced'])
    })
  })

  describe('lists', () => {
    const items = { 'X-List-Style': 'items' }
    beforeAll(async () => {
      for (const name of ['a', 'b', 'c']) await owner.call(createToken, { body: { name, unlimited_quota: true } })
    })
    const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

    test('count from 0 and are rows, unless a caller asks', async () => {
      const { body } = await ask('/api/token/?p=1&size=2', { headers: owner.headers })
      expect(names(body.data)).toEqual(['a'])
      expect(body.total).toBe(3)
    })

    test('count from 1 and are items for who asks', async () => {
      const headers = { ...owner.headers, ...items }
      const page = async (query: string) => (await ask(`/api/token/${query}`, { headers })).body
      const first = await page('?p=1&size=2')
      expect(first).toMatchObject({ success: true, data: { total: 3, page: 1, page_size: 2 } })
      expect(first.total).toBeUndefined()
      expect(names(first.data.items)).toEqual(['c', 'b'])
      expect(names((await page('?p=2&page_size=2')).data.items)).toEqual(['a'])
      expect(names((await page('?p=0&ps=2')).data.items)).toEqual(['c', 'b'])
      expect(await page('search?keyword=b&token=')).toMatchObject({ data: { total: 1, page: 1, page_size: 10 } })
    })

    test('of everything do', async () => {
      const headers = { ...root.headers, ...items }
      for (const path of ['user', 'channel', 'redemption', 'task', 'mj', 'user/search', 'channel/search']) {
        const { body } = await ask(`/api/${path}/?p=1&page_size=10&id_sort=false&tag_mode=false`, { headers })
        expect([path, body]).toMatchObject([path, { data: { page: 1, page_size: 10 } }])
        expect(Array.isArray(body.data.items)).toBe(true)
      }
    })

    test('do so for all where the operator says it, but not for this console', async () => {
      await setOptions(server, { ListItemsEnabled: true })
      expect((await ask('/api/token/?p=1&size=2', { headers: owner.headers })).body.data.items).toHaveLength(2)
      const own = { ...owner.headers, 'X-List-Style': 'rows' }
      expect((await ask('/api/token/?p=0&size=2', { headers: own })).body.data).toHaveLength(2)
      await setOptions(server, { ListItemsEnabled: false })
      expect((await owner.call(listTokens, {})).total).toBe(3)
    })
  })

  describe('a token', () => {
    const create = async (fields: object) => (await send(owner, 'POST', '/api/token/', { name: 't', ...fields })).body

    test('is as restricted as one-api’s words say', async () => {
      const older = {
        remain_quota: 1,
        expired_time: -1,
        unlimited_quota: true,
        models: 'gpt-4o, o3',
        subnet: '10.0.0.0/8',
      }
      const { data } = await create(older)
      expect(data).toMatchObject({ model_limits_enabled: true, model_limits: 'gpt-4o,o3', allow_ips: '10.0.0.0/8' })
      expect((await create({ models: '', subnet: '' })).data).toMatchObject({
        model_limits_enabled: false,
        allow_ips: '',
      })
      expect((await create({ models: ['gpt-4o'] })).success).toBe(false)
      expect((await create({ subnet: 'nowhere' })).success).toBe(false)
    })

    test('is restricted by models that are named, unless the request says otherwise', async () => {
      expect((await create({ model_limits: 'gpt-4o' })).data.model_limits_enabled).toBe(true)
      expect((await create({ model_limits: 'gpt-4o', model_limits_enabled: false })).data.model_limits_enabled).toBe(
        false,
      )
      const both = { models: 'gpt-4o', model_limits: 'gpt-4o', model_limits_enabled: false }
      expect((await create(both)).data.model_limits_enabled).toBe(true)
    })

    test('is not created from words that differ', async () => {
      expect((await create({ models: 'gpt-4o', model_limits: 'o3' })).fields).toHaveProperty('models')
      expect((await create({ subnet: '10.0.0.0/8', allow_ips: '10.0.0.1' })).fields).toHaveProperty('subnet')
    })

    test('keeps and changes its restriction in an update', async () => {
      const { id } = (await create({ models: 'gpt-4o' })).data
      const put = async (fields: object) => (await send(owner, 'PUT', '/api/token/', { id, ...fields })).body.data
      expect(await put({ name: 'other' })).toMatchObject({ model_limits_enabled: true, model_limits: 'gpt-4o' })
      expect(await put({ models: 'o3', subnet: '10.0.0.1' })).toMatchObject({
        model_limits: 'o3',
        allow_ips: '10.0.0.1',
      })
      expect(await put({ models: '', subnet: '' })).toMatchObject({ model_limits_enabled: false, allow_ips: '' })
      await owner.call(updateToken, { query: {}, body: { id, model_limits_enabled: true, model_limits: 'o3' } })
    })

    test('tells its quota and limits', async () => {
      const { data } = await create({ name: 'asked', models: 'gpt-4o', remain_quota: 700, unlimited_quota: false })
      const headers = { Authorization: `Bearer sk-${data.key}`, Origin: 'https://tool.example' }
      const { body } = await ask('/api/usage/token/', { headers })
      expect(body).toEqual({
        success: true,
        message: 'ok',
        code: true,
        data: {
          object: 'token_usage',
          name: 'asked',
          total_granted: 700,
          total_used: 0,
          total_available: 700,
          unlimited_quota: false,
          model_limits: { 'gpt-4o': true },
          model_limits_enabled: true,
          expires_at: 0,
        },
      })
      expect((await ask('/api/usage/token/')).body.success).toBe(false)
      expect((await ask('/api/usage/token', { headers: { Authorization: 'Bearer sk-none' } })).status).toBe(401)
      const { headers: told } = await server.request('/api/usage/token/', { headers })
      expect(told.get('access-control-allow-origin')).toBe('*')
    })
  })

  describe('a channel', () => {
    const fields = { type: 1, name: 'new', key: 'sk-new', models: 'm', base_url: 'https://upstream.example' }

    test('is created from a mode and its fields, with what its form holds of input tokens', async () => {
      const channel = { ...fields, max_input_tokens: 32_000, group: 'default', groups: ['default'], auto_ban: 1 }
      const { body } = await send(root, 'POST', '/api/channel/', { mode: 'single', channel })
      const [made] = body.data
      expect(made).toMatchObject({ name: 'new', max_input_tokens: 32_000 })
      await root.call(updateChannel, { body: { id: made.id, name: 'renamed' } })
      const { data } = await root.call(getChannel, { params: { id: made.id } })
      expect(data).toMatchObject({ name: 'renamed', max_input_tokens: 32_000 })
    })

    test('that is not stored tells the models of its upstream', async () => {
      const upstream = Bun.serve({
        port: 0,
        fetch: (request) =>
          request.headers.get('authorization') === 'Bearer sk-form' && new URL(request.url).pathname === '/v1/models'
            ? Response.json({ object: 'list', data: [{ id: 'm-1' }, { id: 'm-2' }] })
            : new Response('', { status: 404 }),
      })
      const form = { base_url: `http://localhost:${upstream.port}`, type: 1, key: 'sk-form' }
      const { body } = await send(root, 'POST', '/api/channel/fetch_models', form)
      expect(body).toMatchObject({ success: true, data: ['m-1', 'm-2'] })
      expect((await send(root, 'POST', '/api/channel/fetch_models', { ...form, key: '' })).body.success).toBe(false)
      expect((await send(owner, 'POST', '/api/channel/fetch_models', form)).body.success).toBe(false)
      await upstream.stop(true)
    })
  })

  test('unknown paths are 404 as JSON', async () => {
    for (const path of [
      '/api/user/anything',
      '/api/channel/tag/models',
      '/api/channel/anything',
      '/dashboard/anything',
    ]) {
      const { status, type, body } = await ask(path, { headers: root.headers })
      expect([path, status, type]).toEqual([path, 404, expect.stringContaining('application/json')])
      expect(body.error.type).toBe('invalid_request_error')
    }
    expect((await ask('/api/user/0', { headers: root.headers })).status).toBe(200)
  })

  test('a new password without the old one is refused with the place where it is changed', async () => {
    const user = await newUser()
    const answer = await user.call(updateSelf, { body: { password: 'new-password' } })
    expect(answer.message).toContain('个人设置')
    expect(answer.fields).toHaveProperty('original_password')
  })
})
