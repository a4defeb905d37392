import { describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { updateChannel } from '#contract/api/channels.ts'
import type { Receipt } from '#contract/receipt.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const row = (id: number) =>
    relay.server.services.store.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  async function check(id: number, model = '') {
    const { status, headers: _, ...answer } = await relay.root.call(testChannel, { params: { id }, query: { model } })
    return { status, ...(answer as { success: boolean; message: string; time: number }) }
  }
  const bodies = () => relay.upstream.requests.map(({ body }) => JSON.parse(Buffer.from(body).toString() || '{}'))
  const lastBody = () => bodies().at(-1)
  const lastPath = () => relay.upstream.requests.at(-1)?.path

  describe('a channel that answers', () => {
    test('is a success with its time, which is stored', async () => {
      const { id } = await relay.channel({ models: relay.model() })
      const answer = await check(id)
      expect(answer).toEqual({ status: 200, success: true, message: '', time: expect.any(Number) })
      expect(answer.time).toBeGreaterThan(0)
      const { response_time, test_time, status } = await row(id)
      expect(response_time).toBe(Math.round(answer.time * 1000))
      expect(Math.abs(test_time - Date.now() / 1000)).toBeLessThan(5)
      expect(status).toBe(CHANNEL_STATUS.enabled)
      expect(lastBody()).toMatchObject({ messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 })
    })

    test('is asked for a response where its model answers nothing else', async () => {
      const { id } = await relay.channel({ models: 'gpt-5-codex' })
      expect(await check(id)).toMatchObject({ success: true })
      expect(lastPath()).toBe('/v1/responses')
      expect(lastBody()).toMatchObject({ model: 'gpt-5-codex', max_output_tokens: 16, store: false })
    })

    test('is answered at both forms of the path', async () => {
      const { id } = await relay.channel({ models: relay.model() })
      const reply = await relay.server.request(`/api/channel/test/${id}/?model=`, { headers: relay.root.headers })
      expect(await reply.json()).toMatchObject({ success: true, time: expect.any(Number) })
    })

    test('is logged for the super administrator and costs nothing', async () => {
      const model = relay.model()
      const { id } = await relay.channel({ models: model })
      const { db } = relay.server.services.store
      const balance = () =>
        db.selectFrom('users').select(['quota', 'used_quota']).where('username', '=', 'root').executeTakeFirst()
      const before = await balance()
      await check(id)
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({
        quota: 0,
        prompt: 1,
        completion: 1,
        channel: id,
        tokenName: '模型测试',
        tokenId: 0,
      })
      expect(charge!.receipt).toMatchObject({
        model_ratio: 1,
        completion_ratio: 2,
        group_ratio: 0,
      } satisfies Partial<Receipt>)
      const log = await db.selectFrom('logs').selectAll().where('model_name', '=', model).executeTakeFirstOrThrow()
      expect(log).toMatchObject({ content: '模型测试', username: 'root' })
      expect(await balance()).toEqual(before!)
      expect((await relay.server.services.watchdog.run()).differences).toEqual([])
    })
  })

  describe('the model', () => {
    test('is the one asked for, else the test model, else the first', async () => {
      const [first, second, chosen] = [relay.model(), relay.model(), relay.model()]
      const plain = await relay.channel({ models: `${first},${second}` })
      await check(plain.id)
      expect(lastBody().model).toBe(first)
      const preset = await relay.channel({ models: first, test_model: second })
      await check(preset.id)
      expect(lastBody().model).toBe(second)
      await check(preset.id, chosen)
      expect(lastBody().model).toBe(chosen)
    })

    test('is mapped as calls are, and logged as it was asked for', async () => {
      const model = relay.model()
      const { id } = await relay.channel({ models: model, model_mapping: JSON.stringify({ [model]: 'fake-gpt' }) })
      await check(id, model)
      expect(lastBody().model).toBe('fake-gpt')
      const [charge] = await relay.charges(model, 1)
      expect(charge!.receipt.upstream_model).toBe('fake-gpt')
    })

    test('decides what is sent', async () => {
      const { id } = await relay.channel({ models: 'text-embedding-3-small,omni-moderation-latest,dall-e-3' })
      expect(await check(id)).toMatchObject({ success: true })
      expect([lastPath(), lastBody().input]).toEqual(['/v1/embeddings', 'hi'])
      expect(await check(id, 'omni-moderation-latest')).toMatchObject({ success: true })
      expect(lastPath()).toBe('/v1/moderations')
      expect(await check(id, 'gpt-3.5-turbo-instruct')).toMatchObject({ success: true })
      expect(lastPath()).toBe('/v1/completions')
    })

    test('that no small request proves is named, and nothing is sent or stored', async () => {
      const { id } = await relay.channel({ models: 'dall-e-3' })
      const sent = relay.upstream.requests.length
      expect(await check(id)).toMatchObject({ success: false, message: expect.stringContaining('dall-e-3'), time: 0 })
      expect(relay.upstream.requests).toHaveLength(sent)
      expect(await row(id)).toMatchObject({ test_time: 0, response_time: 0 })
    })
  })

  describe('a channel that fails', () => {
    test('with a wrong key says what the upstream says, and stays as it is', async () => {
      await relay.option('AutomaticDisableChannelEnabled', true)
      const { id } = await relay.channel({ models: relay.model(), key: 'sk-bad-key-of-nobody' })
      const answer = await check(id)
      expect(answer).toMatchObject({ success: false, time: expect.any(Number) })
      expect(answer.message).toStartWith('上游返回状态码 401：Incorrect API key provided')
      expect(await row(id)).toMatchObject({ status: CHANNEL_STATUS.enabled, test_time: expect.any(Number) })
      expect((await row(id)).test_time).toBeGreaterThan(0)
      await relay.option('AutomaticDisableChannelEnabled', false)
    })

    test('is known by its reason, in the language of the reader, until a test succeeds', async () => {
      const gone = listen(() => new Response())
      await gone.stop()
      const { id } = await relay.channel({ models: relay.model(), base_url: gone.url })
      const errorIn = async (language: string) => {
        const headers = { ...relay.root.headers, 'Accept-Language': language }
        const reply = await relay.server.request(`/api/channel/${id}`, { headers })
        return ((await reply.json()) as { data: { test_error: string } }).data.test_error
      }
      expect(await errorIn('en')).toBe('')
      await check(id)
      expect(await errorIn('en')).toStartWith('The upstream cannot be reached: ')
      expect(await errorIn('zh')).toStartWith('无法连接上游：')
      await relay.root.call(updateChannel, { body: { id, base_url: relay.upstream.url } })
      expect(await check(id)).toMatchObject({ success: true })
      expect(await errorIn('en')).toBe('')
    })

    test('never shows its key, even when the upstream repeats it', async () => {
      const echo = listen((request) =>
        Response.json({ error: { message: `bad key ${request.headers.get('authorization')}` } }, { status: 401 }),
      )
      for (const key of ['plain-secret-of-ours', 'sk-secret-of-ours', 'part-one-of-it|part-two-of-it']) {
        const { id } = await relay.channel({ models: relay.model(), base_url: echo.url, key })
        const { message } = await check(id)
        expect(message).toContain('bad key Bearer ***')
        for (const part of key.split('|')) expect(message).not.toContain(part)
      }
      await echo.stop()
    })

    test('because nobody is there', async () => {
      const gone = listen(() => new Response())
      await gone.stop()
      const { id } = await relay.channel({ models: relay.model(), base_url: gone.url })
      const answer = await check(id)
      expect(answer).toMatchObject({ success: false, time: expect.any(Number) })
      expect(answer.message).toStartWith('无法连接上游：')
      expect((await row(id)).test_time).toBeGreaterThan(0)
    })

    test('because it is silent, within its own time limit', async () => {
      const model = `${relay.model()}@first_byte_ms=5000`
      const { id } = await relay.channel({ models: model, settings: '{"first_byte_timeout":1}' })
      const answer = await check(id)
      expect(answer).toMatchObject({ success: false, message: '上游在 1 秒内没有响应' })
      expect(answer.time).toBeWithin(0.9, 3)
    })

    test.each([
      ['error=404', '上游返回状态码 404：The model does not exist'],
      ['error=502', '上游返回状态码 502：bad response status code 502'],
      ['malformed_after=0', '上游返回的内容无法识别'],
    ])('with %s', async (behaviour, message) => {
      const { id } = await relay.channel({ models: `${relay.model()}@${behaviour}` })
      expect((await check(id)).message).toStartWith(message)
    })

    test('with an answer that is none', async () => {
      const empty = listen(() => Response.json({ ok: true }))
      const { id } = await relay.channel({ models: relay.model(), base_url: empty.url })
      expect(await check(id)).toMatchObject({ success: false, message: '上游没有返回用量（usage）' })
      await empty.stop()
    })

    test('of a type or an id that there is not', async () => {
      const { id } = await relay.channel({ models: relay.model() })
      const { store, channels } = relay.server.services
      const become = async (type: number) => {
        await store.db.updateTable('channels').set({ type }).where('id', '=', id).execute()
        await channels.reload()
      }
      await become(2)
      expect((await check(id)).message).toBe('不支持测试 midjourney 渠道')
      await become(36)
      expect((await check(id)).message).toBe('不支持测试 suno 渠道')
      await become(999)
      expect((await check(id)).message).toBe('不支持的渠道类型：999')
      expect((await check(999_999)).message).toBe('渠道未找到，请刷新页面后重试。')
    })
  })

  describe('an unusual upstream', () => {
    test('that only streams is tested with a stream', async () => {
      const model = `${relay.model()}@stream_only=true`
      const { id } = await relay.channel({ models: model })
      expect(await check(id)).toMatchObject({ success: true })
      expect(lastBody().stream).toBe(true)
      expect((await relay.charges(model, 1))[0]?.stream).toBe(true)
    })

    test('that reports no usage is none the worse', async () => {
      const model = `${relay.model()}@usage=false`
      const { id } = await relay.channel({ models: model })
      expect(await check(id)).toMatchObject({ success: true })
      expect((await relay.charges(model, 1))[0]).toMatchObject({ quota: 0, receipt: { usage_source: 'estimated' } })
    })

    test('whose reasoning eats the single token has answered', async () => {
      const message = 'Could not finish the message because max_tokens or model output limit was reached.'
      const busy = listen(() => Response.json({ error: { message } }, { status: 400 }))
      const { id } = await relay.channel({ models: 'o1-mini', base_url: busy.url })
      expect(await check(id)).toMatchObject({ success: true })
      await busy.stop()
    })
  })
})
