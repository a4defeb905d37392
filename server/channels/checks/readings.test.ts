import { afterAll, describe, expect, test } from 'bun:test'
import { fetchChannelModels, updateChannelBalance, updateChannelBalances } from '#contract/api/channel-checks.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { MODELS } from '#test/fake-upstream/account.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { accountBaseUrl } from './balance-sources.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const started: Listening[] = []
  afterAll(async () => {
    await Promise.all(started.map((service) => service.stop()))
  })

  /** An upstream for one test; its requests are kept. */
  function vendor(answer: (url: URL) => unknown) {
    const requests: { url: string; headers: Headers }[] = []
    const service = listen((request) => {
      requests.push({ url: request.url, headers: new Headers(request.headers) })
      const reply = answer(new URL(request.url))
      return reply instanceof Response ? reply : Response.json(reply)
    })
    started.push(service)
    return { url: service.url, requests }
  }
  const db = () => relay.server.services.store.db
  const row = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const channel = (fields: Record<string, unknown> = {}) => relay.channel({ models: relay.model(), ...fields })
  async function become(id: number, type: number) {
    await db().updateTable('channels').set({ type }).where('id', '=', id).execute()
    await relay.server.services.channels.reload()
  }

  const purses = (...currencies: string[]) => ({
    balance_infos: currencies.map((currency, index) => ({ currency, total_balance: `${index + 1}.00` })),
  })

  describe('a balance', () => {
    const update = (id: number) => relay.root.call(updateChannelBalance, { params: { id } })

    test('is the limit less what was used, and is stored', async () => {
      const { id, key } = await channel()
      relay.upstream.set({ hard_limit_usd: 20, used_usd: 7.5 }, key)
      expect(await update(id)).toMatchObject({ success: true, message: '', balance: 12.5 })
      const { balance, balance_updated_time } = await row(id)
      expect(balance).toBe(12.5)
      expect(Math.abs(balance_updated_time - Date.now() / 1000)).toBeLessThan(5)
    })

    test.each([10, 21])('of AI Proxy is asked where its accounts are (type %d)', async (type) => {
      const service = vendor(() => ({ success: true, data: { totalPoints: 42 } }))
      const { id, key } = await channel({ base_url: service.url })
      await become(id, type)
      expect(await update(id)).toMatchObject({ success: true, balance: 42 })
      expect(service.requests[0]?.headers.get('api-key')).toBe(key)
      expect(accountBaseUrl({ type, baseUrl: 'https://api.aiproxy.io' }, 'https://aiproxy.io')).toBe(
        'https://aiproxy.io',
      )
      expect(accountBaseUrl({ type, baseUrl: '' }, 'https://aiproxy.io')).toBe('https://aiproxy.io')
      expect(accountBaseUrl({ type, baseUrl: service.url }, 'https://aiproxy.io')).toBe(service.url)
    })

    test('is asked for this month, or for the time of a free credit', async () => {
      const billing = vendor(({ pathname, searchParams }) =>
        pathname.endsWith('/usage')
          ? { total_usage: 100 }
          : { hard_limit_usd: 5, has_payment_method: searchParams.has('paid') || !pathname.includes('free') },
      )
      const paid = await channel({ base_url: billing.url })
      const free = await channel({ base_url: `${billing.url}/free` })
      expect((await update(paid.id)).success && (await update(free.id)).success).toBe(true)
      const starts = billing.requests
        .map(({ url }) => new URL(url).searchParams)
        .filter((query) => query.has('start_date'))
        .map((query) => ({ start: query.get('start_date')!, end: query.get('end_date')! }))
      const today = new Date().toISOString().slice(0, 10)
      const days = (Date.parse(starts[1]!.end) - Date.parse(starts[1]!.start)) / 86_400_000
      expect(starts[0]).toEqual({ start: `${today.slice(0, 8)}01`, end: today })
      expect(days).toBe(100)
    })

    test('of a custom URL is asked for beside the call', async () => {
      const { id } = await channel({ type: 8, base_url: `${relay.upstream.url}/v1/chat/completions` })
      expect(await update(id)).toMatchObject({ success: true, balance: 75 })
    })

    test.each([
      [10, '/api/report/getUserOverview', { data: { totalPoints: 3.5 } }, 'api-key', 'KEY', 3.5],
      [12, '/dashboard/billing/credit_grants', { total_remaining: 4.5 }, 'authorization', 'Bearer KEY', 4.5],
      [13, '/dashboard/billing/credit_grants', { total_available: 5.5 }, 'authorization', 'Bearer KEY', 5.5],
      [20, '/v1/credits', { data: { total_credits: 10, total_usage: 2.5 } }, 'authorization', 'Bearer KEY', 7.5],
      [25, '/v1/users/me/balance', { code: 0, data: { available_balance: -1.5 } }, 'authorization', 'Bearer KEY', -1.5],
      [40, '/v1/user/info', { code: 20000, data: { totalBalance: '88.88' } }, 'authorization', 'Bearer KEY', 88.88],
      [43, '/user/balance', purses('USD', 'CNY'), 'authorization', 'Bearer KEY', 2],
      [43, '/user/balance', purses('USD'), 'authorization', 'Bearer KEY', 1],
    ])('of type %i is read at its vendor', async (type, path, body, header, value, balance) => {
      const place = vendor(({ pathname }) => (pathname === path ? body : new Response(null, { status: 404 })))
      const { id, key } = await channel({ base_url: place.url })
      await become(id, type)
      expect(await update(id)).toMatchObject({ success: true, balance })
      expect(place.requests[0]!.headers.get(header)).toBe(value.replace('KEY', key))
    })

    test('that cannot be had says why, and the old one stays', async () => {
      const { id, key } = await channel()
      await db().updateTable('channels').set({ balance: 3 }).where('id', '=', id).execute()
      relay.upstream.set({ error: 401 }, key)
      expect(await update(id)).toMatchObject({ success: false, message: '上游返回状态码 401' })
      const odd = await channel({ base_url: vendor(() => ({ hard_limit_usd: 'much' })).url })
      expect((await update(odd.id)).message).toBe('上游返回的内容无法识别')
      const gone = await channel({ base_url: 'http://127.0.0.1:1' })
      expect((await update(gone.id)).message).toStartWith('无法连接上游')
      await become(gone.id, 35)
      expect((await update(gone.id)).message).toBe('尚未实现')
      expect((await update(999_999)).message).toBe('渠道未找到，请刷新页面后重试。')
      expect((await row(id)).balance).toBe(3)
    })
  })

  describe('the balances of all', () => {
    const updateAll = () => relay.root.call(updateChannelBalances, {})

    test('are those of the enabled channels; what has nothing left is disabled where that is allowed', async () => {
      await db().deleteFrom('channels').execute()
      const [rich, off, empty, kept, failing] = [
        await channel(),
        await channel(),
        await channel(),
        await channel({ auto_ban: 0 }),
        await channel({ base_url: 'http://127.0.0.1:1' }),
      ]
      for (const { key } of [empty, kept]) relay.upstream.set({ hard_limit_usd: 5, used_usd: 5 }, key)
      await db().updateTable('channels').set({ status: 2 }).where('id', '=', off.id).execute()
      const statuses = async () =>
        Promise.all([rich, off, empty, kept, failing].map(async ({ id }) => (await row(id)).status))
      expect((await updateAll()).data).toEqual({ updated: 3, failed: 1 })
      expect(await statuses()).toEqual([1, 2, 1, 1, 1])
      await relay.option('AutomaticDisableChannelEnabled', true)
      await updateAll()
      await relay.option('AutomaticDisableChannelEnabled', false)
      expect(await statuses()).toEqual([1, 2, CHANNEL_STATUS.autoDisabled, 1, 1])
      expect(JSON.parse((await row(empty.id)).other_info).status_reason).toBe('余额不足')
      expect([(await row(rich.id)).balance, (await row(off.id)).balance]).toEqual([75, 0])
    })

    test('are updated once at a time', async () => {
      await db().deleteFrom('channels').execute()
      const { key } = await channel()
      relay.upstream.set({ read_ms: 200 }, key)
      const answers = await Promise.all([updateAll(), updateAll()])
      expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
      expect(answers.find(({ success }) => !success)?.message).toBe('余额更新已在运行中')
      expect((await updateAll()).success).toBe(true)
    })
  })

  describe('the list of models', () => {
    const list = (id: number) => relay.root.call(fetchChannelModels, { params: { id } })

    test('is what the upstream lists', async () => {
      const { id, key } = await channel({ openai_organization: 'org-x' })
      expect((await list(id)).data).toEqual(MODELS)
      expect(relay.upstream.requests.at(-1)).toMatchObject({
        path: '/v1/models',
        headers: { authorization: `Bearer ${key}`, 'openai-organization': 'org-x' },
      })
    })

    test('is asked for where the type has it, and not where there is none', async () => {
      const place = vendor(() => ({ data: [{ id: 'a' }] }))
      for (const [type, path] of [
        [17, '/compatible-mode/v1/models'],
        [43, '/models'],
        [25, '/v1/models'],
      ] as const) {
        const { id } = await channel({ type, base_url: place.url })
        expect((await list(id)).data).toEqual(['a'])
        expect(new URL(place.requests.at(-1)!.url).pathname).toBe(path)
      }
      const { id } = await channel({ type: 3, base_url: place.url })
      expect((await list(id)).message).toBe('仅支持 OpenAI 类型渠道')
    })

    test('of Cohere has what is served: chats and the sorting of documents', async () => {
      const models = [
        { name: 'command-a', endpoints: ['generate', 'chat'] },
        { name: 'rerank-v3.5', endpoints: ['rerank'] },
        { name: 'embed-v4.0', endpoints: ['embed'] },
      ]
      const { id } = await channel({ type: 34, base_url: vendor(() => ({ models })).url })
      expect((await list(id)).data).toEqual(['command-a', 'rerank-v3.5'])
    })

    test('may be a bare array, with repetitions', async () => {
      const { id } = await channel({ base_url: vendor(() => [{ id: 'a' }, 'b', { id: 'a' }, { name: 'c' }, null]).url })
      expect((await list(id)).data).toEqual(['a', 'b'])
    })

    test('that cannot be had says why', async () => {
      const wrong = await channel({ key: 'sk-bad-list' })
      expect((await list(wrong.id)).message).toBe('上游返回状态码 401')
      const odd = await channel({ base_url: vendor(() => ({ success: false })).url })
      expect((await list(odd.id)).message).toBe('上游返回错误')
      const gone = await channel({ base_url: 'http://127.0.0.1:1' })
      expect((await list(gone.id)).message).toStartWith('无法连接上游')
      const custom = await channel({ type: 8, base_url: `${relay.upstream.url}/v1/chat/completions` })
      expect((await list(custom.id)).message).toBe('仅支持 OpenAI 类型渠道')
      expect((await list(999_999)).message).toBe('渠道未找到，请刷新页面后重试。')
    })

    test('does not follow a redirect with the key', async () => {
      const thief = vendor(() => ({ data: [] }))
      const { id } = await channel({ base_url: vendor(() => Response.redirect(`${thief.url}/v1/models`)).url })
      expect((await list(id)).message).toBe('上游返回状态码 302')
      expect(thief.requests).toEqual([])
    })
  })
})
