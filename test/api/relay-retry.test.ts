import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { deleteChannel, updateChannel } from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string

  beforeAll(async () => {
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })

  const call = (more: object = {}) => relay.chat(token, { model, ...more })
  const channel = (fields: Record<string, unknown> = {}) => relay.channel({ models: model, ...fields })
  async function failing(error: number | string, fields: Record<string, unknown> = {}) {
    const made = await channel(fields)
    relay.upstream.set({ error }, made.key)
    return made
  }

  describe('the next channel', () => {
    test('is of the same tier before it is of the next, and none is tried twice', async () => {
      await relay.option('RetryTimes', 10)
      const top = [
        await failing(500, { priority: 5 }),
        await failing(503, { priority: 5 }),
        await failing(404, { priority: 5 }),
      ]
      const middle = await failing(401, { priority: 3 })
      const low = [await failing(500), await failing(429)]
      expect((await call()).status).toBeGreaterThanOrEqual(429)
      const tried = relay.tried(model)
      expect(tried.slice(0, 3).sort()).toEqual(top.map(({ key }) => key).sort())
      expect(tried[3]).toBe(middle.key)
      expect(tried.slice(4).sort()).toEqual(low.map(({ key }) => key).sort())
      expect(await relay.charges(model)).toEqual([])
      await relay.option('RetryTimes', 3)
    })

    test.each(['generateContent', 'streamGenerateContent?alt=sse'])(
      'is asked where the vendor has failed in an empty answer of its own format (%s)',
      async (operation) => {
        const candidates = (parts: object[], finishReason: string) => ({
          candidates: [{ content: { parts }, finishReason }],
        })
        const saying = (answer: object, priority: number) =>
          relay.channelThat(
            ({ url }) =>
              url.includes('stream')
                ? new Response(`data: ${JSON.stringify(answer)}\n\n`, {
                    headers: { 'content-type': 'text/event-stream' },
                  })
                : Response.json(answer),
            { models: model, type: 24, priority },
          )
        await saying(candidates([], 'OTHER'), 5)
        await saying(candidates([{ text: 'from the next' }], 'STOP'), 4)
        const response = await relay.post(`/v1beta/models/${model}:${operation}`, token, {
          contents: [{ parts: [{ text: 'hi' }] }],
        })
        expect(await response.text()).toContain('from the next')
      },
    )

    test('answers as if it had been the first, and the row tells the path', async () => {
      const first = await failing(500, { priority: 5 })
      const second = await failing('unknown', { priority: 4 })
      const third = await channel({ priority: 3 })
      expect((await call()).status).toBe(200)
      const [row] = await relay.charges(model, 1)
      expect(row?.channel).toBe(third.id)
      const { use_channel, attempts } = row?.receipt.admin_info ?? {}
      expect(use_channel).toEqual([first, second, third].map(({ id }) => String(id)))
      expect(attempts?.map(({ status }) => status)).toEqual([500, 500, 200])
      expect(attempts?.[0]?.error).toContain('The server had an error')
    })

    test('is tried as often as RetryTimes says', async () => {
      for (let i = 0; i < 6; i++) await failing(500)
      await call()
      expect(relay.tried(model)).toHaveLength(4)
      await relay.option('RetryTimes', 0)
      await call()
      expect(relay.tried(model)).toHaveLength(5)
      await relay.option('RetryTimes', 3)
    })

    test('is not asked when the request itself is wrong', async () => {
      await failing(400, { priority: 5 })
      await channel()
      expect(await refused(await call())).toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        param: 'temperature',
        code: 'decimal_above_max_value',
      })
      expect(relay.tried(model)).toHaveLength(1)
    })

    test('is asked for a 400 that the operator maps to another status, which the caller then sees', async () => {
      await failing(400, { priority: 5, status_code_mapping: '{"400":"502"}' })
      await failing(400, { status_code_mapping: '{"400":"418"}' })
      expect((await call()).status).toBe(418)
      expect(relay.tried(model)).toHaveLength(2)
    })

    test('takes over from an upstream that cannot be reached', async () => {
      const closed = listen(() => new Response())
      await closed.stop()
      await channel({ priority: 5, base_url: closed.url })
      const good = await channel()
      expect((await call()).status).toBe(200)
      expect(relay.tried(model)).toEqual([good.key])
    })

    test('takes over from an upstream that is too slow', async () => {
      const slow = await channel({ priority: 5, settings: '{"first_byte_timeout":1}' })
      relay.upstream.set({ first_byte_ms: 5000 }, slow.key)
      const good = await channel()
      expect((await call()).status).toBe(200)
      expect(relay.tried(model)).toEqual([slow.key, good.key])
    })

    test.each([
      ['an error with status 200', 'application/json', '{"error":{"message":"overloaded"}}'],
      ['a page', 'text/html', '<html>welcome</html>'],
      ['a JSON answer that is cut', 'application/json', '{"choices":[{"message":'],
      ['a JSON answer with broken usage', 'application/json', '{"choices":[],"usage":{]}}'],
      [
        'a stream that begins with an error',
        'text/event-stream',
        'data: {"error":{"message":"overloaded"}}\n\ndata: [DONE]\n\n',
      ],
      [
        'a stream with a named error',
        'text/event-stream',
        ': hi\n\nevent: error\ndata: {"error":{"message":"overloaded"}}\n\n',
      ],
      [
        'a stream that begins with a list of an error',
        'text/event-stream',
        'data: [{"error":{"message":"overloaded"}}]\n\n',
      ],
      ['an object with nothing in it', 'application/json', '{}'],
      ['a refusal in other words with status 200', 'application/json', '{"code":401,"msg":"overloaded"}'],
      ['an answer without choices', 'application/json', '{"choices":null,"usage":{"prompt_tokens":0}}'],
    ])('takes over from %s', async (_, type, body) => {
      const odd = listen(() => new Response(body, { headers: { 'content-type': type } }))
      const bad = await channel({ priority: 5, base_url: odd.url })
      const good = await channel()
      const response = await call({ stream: type.startsWith('text/event') })
      expect(await response.text()).toContain('quick')
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt.admin_info?.use_channel).toEqual([String(bad.id), String(good.id)])
      if (body.includes('overloaded')) expect(row?.receipt.admin_info?.attempts?.[0]?.error).toBe('overloaded')
      await odd.stop()
    })
  })

  test('an answer is read behind a byte order mark', async () => {
    const answer = '{"choices":[{"message":{"content":"ok"}}],"usage":{"prompt_tokens":3,"completion_tokens":2}}'
    const odd = listen(() => new Response(`\uFEFF${answer}`, { headers: { 'content-type': 'application/json' } }))
    await channel({ base_url: odd.url })
    const body = Buffer.from(await (await call()).arrayBuffer())
    expect(body.toString()).toBe(answer)
    expect((await relay.charges(model, 1))[0]).toMatchObject({ prompt: 3, completion: 2 })
    await odd.stop()
  })

  test.each(['text/plain; charset=utf-8', 'application/octet-stream', ''])(
    'a stream whose type is %p is one',
    async (type) => {
      const chunk = (content: object) => `data: ${JSON.stringify(content)}\n\n`
      const usage = { prompt_tokens: 3, completion_tokens: 2 }
      const events = `${chunk({ choices: [{ delta: { content: 'ok' } }] })}${chunk({ choices: [], usage })}data: [DONE]\n\n`
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      // A text would get a type by itself.
      const odd = listen(() => new Response(new Blob([events]).stream(), { headers }))
      await channel({ base_url: odd.url })
      const response = await call({ stream: true })
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      expect(await response.text()).toContain('[DONE]')
      expect((await relay.charges(model, 1))[0]).toMatchObject({ stream: true, prompt: 3, completion: 2 })
      await odd.stop()
    },
  )

  describe('when all have failed the caller is told', () => {
    const last = async (headers: Record<string, string> = {}) =>
      refused(await relay.post('/v1/chat/completions', token, { model, messages: [{}] }, headers))

    test('that the upstream is busy after 429, and when to come back', async () => {
      const { key } = await channel()
      relay.upstream.set({ error: 429, retry_after: 7 }, key)
      const { zh, en } = errors.upstream_busy
      expect(await last()).toEqual({
        status: 429,
        message: zh,
        type: 'upstream_error',
        param: '',
        code: 'upstream_busy',
      })
      expect((await last({ 'accept-language': 'en' })).message).toBe(en)
      expect((await call()).headers.get('retry-after')).toBe('7')
    })

    test('nothing of addresses when none can be reached', async () => {
      await channel({ base_url: 'http://127.0.0.1:1' })
      expect(await last()).toEqual({
        status: 502,
        message: errors.upstream_unreachable.zh,
        type: 'upstream_error',
        param: '',
        code: 'upstream_unreachable',
      })
    })

    test('that it took too long', async () => {
      const { key } = await channel({ settings: '{"first_byte_timeout":1}' })
      relay.upstream.set({ first_byte_ms: 5000 }, key)
      expect(await last()).toMatchObject({ status: 504, code: 'upstream_timeout' })
    })

    test('that it took too long as a whole', async () => {
      const slow = listen(() => {
        const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"a":')) })
        return new Response(body, { headers: { 'content-type': 'application/json' } })
      })
      await channel({ base_url: slow.url, settings: '{"total_timeout":1}' })
      expect(await last()).toMatchObject({ status: 504, code: 'upstream_timeout' })
      await slow.stop()
    })

    test('of a bad gateway after a redirect, which is not followed', async () => {
      const other = listen(() => Response.redirect(`${relay.upstream.url}/v1/chat/completions`, 307))
      await channel({ base_url: other.url })
      expect((await last()).status).toBe(502)
      expect(relay.tried(model)).toEqual([])
      await other.stop()
    })

    test('nothing of the credential, and of the error page of a proxy its status', async () => {
      const { key } = await failing(401)
      expect(await last()).toMatchObject({ status: 502, code: 'upstream_auth', message: errors.upstream_auth.zh })
      relay.upstream.set({ error: 502 }, key)
      expect(await last()).toMatchObject({ status: 502, message: 'bad response status code 502' })
    })
  })

  describe('a channel that is switched off', () => {
    test('over the interface takes no further call', async () => {
      const off = await channel({ priority: 5 })
      const on = await channel()
      await call()
      await relay.root.call(updateChannel, { body: { id: off.id, status: CHANNEL_STATUS.disabled } })
      await call()
      await relay.root.call(updateChannel, { body: { id: off.id, status: CHANNEL_STATUS.enabled } })
      await call()
      await relay.root.call(deleteChannel, { params: { id: off.id } })
      await call()
      expect(relay.tried(model)).toEqual([off.key, on.key, off.key, on.key])
    })

    test('between two attempts of a call is left out of it', async () => {
      const asked = Promise.withResolvers<void>()
      const decided = Promise.withResolvers<void>()
      const first = listen(async () => {
        asked.resolve()
        await decided.promise
        return new Response(null, { status: 500 })
      })
      await channel({ priority: 5, base_url: first.url })
      const second = await channel({ priority: 4 })
      const third = await channel({ priority: 3 })
      const response = call()
      await asked.promise
      await relay.root.call(updateChannel, { body: { id: second.id, status: CHANNEL_STATUS.disabled } })
      decided.resolve()
      expect((await response).status).toBe(200)
      expect(relay.tried(model)).toEqual([third.key])
      await first.stop()
    })
  })

  describe('a dead credential', () => {
    const row = (id: number) =>
      relay.server.services.store.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

    test('leaves the channel on while the option is off', async () => {
      const { id } = await failing(401)
      await call()
      await Bun.sleep(30)
      expect((await row(id)).status).toBe(CHANNEL_STATUS.enabled)
    })

    test('switches the channel off, once, with the reason', async () => {
      await relay.option('AutomaticDisableChannelEnabled', true)
      const bad = await failing('insufficient_quota', { priority: 5 })
      const spared = await failing(401, { priority: 4, auto_ban: 0 })
      const good = await channel()
      const answers = await Promise.all(Array.from({ length: 5 }, () => call()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      await until(async () => (await row(bad.id)).status === CHANNEL_STATUS.autoDisabled)
      expect(JSON.parse((await row(bad.id)).other_info).status_reason).toContain('You exceeded your current quota')
      const before = relay.tried(model).filter((key) => key === bad.key).length
      await call()
      // The one that is spared has failed too often to be tried before the others.
      expect(relay.tried(model).at(-1)).toBe(good.key)
      expect(relay.tried(model).filter((key) => key === bad.key)).toHaveLength(before)
      const audits = relay.server.services.store.db.selectFrom('audits').selectAll()
      const written = await audits
        .where('target_id', '=', String(bad.id))
        .where('action', '=', 'channel.auto_disable')
        .execute()
      expect(written).toHaveLength(1)
      expect((await row(spared.id)).status).toBe(CHANNEL_STATUS.enabled)
      await relay.option('AutomaticDisableChannelEnabled', false)
    })
  })
})
