import { afterAll, describe, expect, test } from 'bun:test'
import { type ProbeStep, probeChannel, probeStep, testChannel } from '#contract/api/channel-checks.ts'
import { updateChannel } from '#contract/api/channels.ts'
import { MODELS } from '#test/fake-upstream/account.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const started: Listening[] = []
  afterAll(async () => {
    await Promise.all(started.map((service) => service.stop()))
  })

  const KEY = 'sk-probe-0123456789'
  async function send(fields: Record<string, unknown>): Promise<Response> {
    const form = { type: 1, base_url: relay.upstream.url, key: KEY, models: 'fake-gpt', ...fields }
    return relay.server.request(probeChannel.path, {
      method: 'POST',
      headers: relay.root.headers,
      body: JSON.stringify(form),
    })
  }
  async function steps(fields: Record<string, unknown> = {}): Promise<ProbeStep[]> {
    const response = await send(fields)
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    const text = await response.text()
    expect(text).not.toContain(KEY)
    const events = text.split('\n\n').filter(Boolean)
    return events.map((event) => probeStep.parse(JSON.parse(event.replace(/^data: /, ''))))
  }
  const refusal = async (fields: Record<string, unknown>) => (await (await send(fields)).json()) as { message: string }
  const outline = (found: ProbeStep[]) => found.map(({ step, state, verdict }) => `${step} ${state} ${verdict}`)
  const place = (answer: (request: Request) => Response) => {
    const service = listen(answer)
    started.push(service)
    return service.url
  }

  test('a form that is right passes every step, and nothing is stored', async () => {
    const tables = ['channels', 'logs', 'audits'] as const
    const count = () =>
      Promise.all(
        tables.map(
          async (table) => (await relay.server.services.store.db.selectFrom(table).selectAll().execute()).length,
        ),
      )
    const before = await count()
    const found = await steps()
    expect(outline(found)).toEqual(['reach', 'key', 'models', 'answer', 'stream'].map((step) => `${step} passed ok`))
    expect(found[2]!.models).toEqual(MODELS)
    expect(found[3]).toMatchObject({
      sent: `POST ${relay.upstream.url}/v1/chat/completions`,
      status: 200,
      model: 'fake-gpt',
    })
    expect(await count()).toEqual(before)
  })

  describe('a channel that is saved', () => {
    const save = async (fields: Record<string, unknown>) => {
      const { id } = await addChannel(relay.root, { base_url: relay.upstream.url, ...fields } as never)
      return relay.server.services.store.db
        .selectFrom('channels')
        .select(['id', 'test_time', 'response_time', 'test_error'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    }

    test('as its form was tested counts as tested', async () => {
      const key = 'sk-probe-saved'
      await steps({ key, models: 'fake-gpt,fake-other', from: 'answer', until: 'answer' })
      const { test_time, response_time } = await save({ key, models: 'fake-other,fake-gpt' })
      expect([test_time > 0, response_time > 0]).toEqual([true, true])
      for (const other of [{ key: 'sk-another' }, { models: 'fake-other' }, { base_url: 'http://127.0.0.1:1' }]) {
        expect(await save({ key, models: 'fake-gpt', ...other })).toMatchObject({ test_time: 0, response_time: 0 })
      }
      const mapped = { model_mapping: '{"fake-gpt":"fake-other"}' }
      expect(await save({ key, models: 'fake-gpt', ...mapped })).toMatchObject({ test_time: 0 })
    })

    test('again with what its form was tested with forgets why it failed', async () => {
      const key = 'sk-probe-again'
      const { id } = await save({ key, models: 'fake@error=500' })
      await relay.root.call(testChannel, { params: { id }, query: {} })
      const { db } = relay.server.services.store
      const stored = () =>
        db.selectFrom('channels').select(['test_time', 'test_error']).where('id', '=', id).executeTakeFirstOrThrow()
      expect((await stored()).test_error).not.toBe('')
      await db.updateTable('channels').set({ test_time: 1 }).where('id', '=', id).execute()
      await steps({ key, id, models: 'fake-gpt', from: 'answer', until: 'answer' })
      await relay.root.call(updateChannel, { body: { id, models: 'fake-gpt' } as never })
      expect((await stored()).test_error).toBe('')
    })

    test('with a form that failed is as untested as any', async () => {
      const key = 'sk-probe-failed'
      await steps({ key, models: 'fake@error=500', from: 'answer', until: 'answer' })
      expect(await save({ key, models: 'fake@error=500' })).toMatchObject({ test_time: 0, test_error: '' })
    })
  })

  test('only the call of a model, where address and key are proven', async () => {
    const before = relay.upstream.requests.length
    const found = await steps({ from: 'answer', until: 'answer' })
    expect(outline(found)).toEqual(['answer passed ok'])
    expect(JSON.parse(found[0]!.body!)).toMatchObject({ model: 'fake-gpt', max_tokens: 1 })
    expect(relay.upstream.requests.length).toBe(before + 1)
  })

  test('a key that reads the list and may not call the model is right', async () => {
    const closed = place((request) =>
      request.method === 'GET'
        ? Response.json({ data: [{ id: 'a' }] })
        : Response.json({ error: { message: 'forbidden' } }, { status: 403 }),
    )
    expect(outline(await steps({ base_url: closed })).at(-1)).toBe('answer failed no_model')
    expect(outline(await steps({ base_url: closed, type: 39, other: 'acc' })).at(-1)).toBe('answer failed wrong_key')
  })

  test('only the list of models, where no more is wanted', async () => {
    const calls = relay.upstream.invoice.lines.length
    expect(outline(await steps({ until: 'models' }))).toEqual(['reach passed ok', 'key passed ok', 'models passed ok'])
    expect(relay.upstream.invoice.lines).toHaveLength(calls)
  })

  describe('the model that is asked', () => {
    const asked = async (fields: Record<string, unknown>) => {
      const found = (await steps(fields)).find(({ step }) => step === 'answer')
      return [found?.model, JSON.parse(Buffer.from(relay.upstream.requests.at(-1)!.body).toString()).model]
    }
    test('is the test model, else the first, else one that the upstream lists', async () => {
      expect(await asked({ models: 'a,b', test_model: 'b' })).toEqual(['b', 'b'])
      expect(await asked({ models: 'a,b' })).toEqual(['a', 'a'])
      expect(await asked({ models: '' })).toEqual([MODELS[0], MODELS[0]])
    })
    test('is mapped', async () => {
      expect(await asked({ models: 'a', model_mapping: '{"a":"fake-gpt"}' })).toEqual(['a', 'fake-gpt'])
    })
    test('has no stream where there is no text', async () => {
      expect(outline(await steps({ models: 'fake-embedding' })).slice(3)).toEqual(['answer passed ok'])
      expect(outline(await steps({ models: 'dall-e-3' })).slice(3)).toEqual(['answer skipped not_testable'])
    })
  })

  describe('a form that is wrong fails at its step', () => {
    const last = async (fields: Record<string, unknown>) => {
      const found = await steps(fields)
      expect(found.slice(0, -1).every(({ state }) => state !== 'failed')).toBe(true)
      return found.at(-1)!
    }
    test('nobody there', async () => {
      expect(await last({ base_url: 'http://127.0.0.1:1' })).toMatchObject({
        step: 'reach',
        state: 'failed',
        verdict: 'unreachable',
        message: expect.stringMatching(/./),
      })
    })
    test('a key that is refused, and that the upstream repeats', async () => {
      expect(await last({ key: 'sk-bad-one' })).toMatchObject({ step: 'key', verdict: 'wrong_key', status: 401 })
      const echo = place((request) =>
        Response.json({ error: { message: `no: ${request.headers.get('authorization')}` } }, { status: 403 }),
      )
      expect((await last({ base_url: echo })).message).toBe('no: Bearer ***')
    })
    test.each([
      ['fake@error=404', 'answer', 'no_model'],
      ['fake@error=429', 'answer', 'rate_limited'],
      ['fake@error=insufficient_quota', 'answer', 'no_credit'],
      ['fake@error=500', 'answer', 'refused'],
      ['fake@malformed_after=0', 'answer', 'malformed'],
    ] as const)('%s', async (models, step, verdict) => {
      expect(await last({ models })).toMatchObject({ step, state: 'failed', verdict })
    })
    test('an address that answers with pages', async () => {
      const page = place(() => new Response('<html></html>', { status: 404 }))
      const found = await steps({ base_url: page })
      expect(outline(found)).toEqual([
        'reach passed ok',
        'key skipped not_offered',
        'models skipped not_offered',
        'answer failed wrong_address',
      ])
    })
    test('an upstream that does not stream', async () => {
      const whole = place(() => Response.json({ data: [], choices: [{ message: { content: 'hi' } }] }))
      expect(await last({ base_url: whole })).toMatchObject({ step: 'stream', state: 'failed', verdict: 'malformed' })
    })
  })

  test('a full URL is proven by its one call', async () => {
    const found = await steps({ type: 8, base_url: `${relay.upstream.url}/v1/chat/completions` })
    expect(outline(found)).toEqual([
      'reach skipped not_offered',
      'key skipped not_offered',
      'models skipped not_offered',
      'answer passed ok',
      'stream passed ok',
    ])
  })

  test('a type without a list of models is proven by its call, with what it needs beside the key', async () => {
    const seen: string[] = []
    const vendor = place((request) => {
      seen.push(new URL(request.url).pathname)
      return Response.json({
        choices: [{ message: { content: 'hi' } }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      })
    })
    const found = await steps({ type: 39, base_url: vendor, other: 'acc-1', models: '@cf/a/b' })
    expect(outline(found).slice(0, 4)).toEqual([
      'reach skipped not_offered',
      'key skipped not_offered',
      'models skipped not_offered',
      'answer passed ok',
    ])
    expect(seen[0]).toBe('/client/v4/accounts/acc-1/ai/v1/chat/completions')
    const embedding = await steps({ type: 38, base_url: vendor, models: 'jina-clip-v2' })
    expect(outline(embedding).at(-1)).toBe('answer passed ok')
    expect(seen.at(-1)).toBe('/v1/embeddings')
    expect(outline(await steps({ type: 38, base_url: vendor, models: 'jina-reranker-v3' })).at(-1)).toBe(
      'answer passed ok',
    )
  })

  describe('the key of a stored channel', () => {
    test('is used where the form has none', async () => {
      const { id, key } = await relay.channel({ models: 'fake-gpt' })
      expect(outline(await steps({ id, key: '' })).at(-1)).toBe('stream passed ok')
      expect(relay.upstream.requests.at(-1)!.headers.authorization).toBe(`Bearer ${key}`)
    })
    test('is never sent to another address', async () => {
      const { id } = await relay.channel({ models: 'fake-gpt' })
      const seen: string[] = []
      const thief = place((request) => {
        seen.push(request.headers.get('authorization') ?? '')
        return Response.json({ data: [] })
      })
      expect((await refusal({ id, key: '', base_url: thief })).message).toBe('类型或地址已更改，请填写密钥后再测试')
      expect((await refusal({ id, key: '', type: 8 })).message).toBe('类型或地址已更改，请填写密钥后再测试')
      expect(seen).toEqual([])
    })
  })

  test.each([
    [{ key: '' }, '请填写渠道密钥！'],
    [{ key: ' \n ' }, '请填写渠道密钥！'],
    [{ base_url: 'ftp://x' }, '地址必须以 http:// 或 https:// 开头'],
    [{ type: 8, base_url: '' }, '请填写完整的 Base URL'],
    [{ base_url: 'http://127.0.0.1:1?x=1' }, '地址不能包含 ? 或 # 及其后的内容：请求路径会接在地址之后'],
    [{ key: '密钥' }, '密钥含有无法发送的字符，请只使用英文字母、数字和半角符号'],
    [{ openai_organization: 'a\nb' }, '组织含有无法发送的字符，请只使用英文字母、数字和半角符号'],
    [{ type: 999 }, '不支持的渠道类型：999'],
    [{ model_mapping: '[' }, '模型映射必须是合法的 JSON 格式！'],
    [{ type: 'x' }, '无效的参数'],
  ])('%j is refused', async (fields, message) => {
    expect(await refusal(fields)).toMatchObject({ success: false, message })
  })
})
