import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { type Fresh, forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { type Listening, listen, WAYS } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const DONE = 'data: [DONE]'

forEachDatabase((_engine, fresh) => {
  for (const { way, serve } of WAYS) describe(way, () => streams(fresh, serve))
})

type Serve = (typeof WAYS)[number]['serve']

function streams(fresh: Fresh, serve: Serve) {
  const relay = relaySite(fresh)
  let socket: Listening
  let token: string
  let model: string

  beforeAll(async () => {
    socket = serve(relay.server)
    token = await relay.token()
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  afterEach(() => void setSystemTime())
  afterAll(async () => {
    await socket.stop()
  })

  const channel = (fields: Record<string, unknown> = {}) => relay.channel({ models: model, ...fields })
  const open = (fake: object, more: object = {}, key = token, signal?: AbortSignal) =>
    fetch(`${socket.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
      body: JSON.stringify({ model, messages: [{ content: 'hi there' }], stream: true, fake, ...more }),
      ...(signal ? { signal } : {}),
    })
  const eventsOf = (text: string) => text.split('\n\n').filter(Boolean)
  const words = (text: string) => [...text.matchAll(/"delta":\{"content":"([^"]*)"/g)].map(([, word]) => word).join('')
  const lastError = (text: string) => JSON.parse(eventsOf(text).at(-1)?.slice('data: '.length) ?? '').error
  const charged = async () => (await relay.charges(model, 1))[0]

  test('ends with its marker, after which the charge is in the journal', async () => {
    await channel()
    const text = await (await open({ tokens: 5 })).text()
    expect(eventsOf(text).at(-1)).toBe(DONE)
    expect(text).not.toContain('"usage":{')
    expect(await charged()).toMatchObject({ quota: 2 + 5 * 2, prompt: 2, completion: 5, stream: true })
  })

  test('arrives as it is sent, not at the end', async () => {
    await channel()
    const reader = (await open({ tokens: 3, stall_after: 2 })).body?.getReader()
    let text = ''
    while (words(text) !== 'The quick') text += Buffer.from((await reader?.read())?.value ?? []).toString()
    await reader?.cancel()
  })

  test('without usage is charged an estimate', async () => {
    await channel()
    const text = await (await open({ reply: 'twelve bytes', usage: false })).text()
    expect(eventsOf(text).at(-1)).toBe(DONE)
    const row = await charged()
    expect(row?.receipt.usage_source).toBe('estimated')
    expect(row?.completion).toBe(3)
    expect(row?.quota).toBe((row?.prompt ?? 0) + 2 * 3)
  })

  test('that the upstream cuts ends with an error, and what was delivered is charged', async () => {
    await channel()
    const text = await (await open({ tokens: 20, cut_after: 4, delay_ms: 15 })).text()
    const delivered = words(text)
    expect('The quick brown fox').toStartWith(delivered)
    expect(text).not.toContain(DONE)
    const { message, ...error } = lastError(text)
    expect(error).toEqual({ type: 'new_api_error', param: '', code: 'upstream_cut' })
    expect(message).toStartWith(errors.upstream_cut.en)
    const row = await charged()
    expect(row?.receipt).toMatchObject({ end_reason: 'upstream_error', usage_source: 'estimated' })
    expect(row?.completion).toBe(estimatedTokens(delivered))
    expect(message).toEndWith(`(request id: ${row?.receipt.request_id})`)
  })

  test('that closes without its end is not taken for a whole one', async () => {
    const body = 'data: {"choices":[{"delta":{"content":"half an ans"}}]}\n\n'
    const odd = listen(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    await channel({ base_url: odd.url })
    const text = await (await open({})).text()
    expect(text).toStartWith(body)
    expect(lastError(text).code).toBe('upstream_cut')
    expect((await charged())?.receipt.end_reason).toBe('upstream_error')
    await odd.stop()
  })

  test('in which the upstream reports an error ends with that error, without addresses', async () => {
    const start = 'data: {"choices":[{"delta":{"content":"half"}}]}\n\n'
    const error = '{"message":"worker 10.1.2.3:80 of http://gpu-1/ died","type":"server_error","code":"dead"}'
    const odd = listen(() => {
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(`${start}data: {"error":${error}}\n\ndata: [DONE]\n\n`, { headers })
    })
    await channel({ base_url: odd.url })
    const text = await (await open({})).text()
    expect(text).toStartWith(start)
    expect(text).not.toContain(DONE)
    expect(lastError(text)).toMatchObject({ type: 'server_error', code: 'dead' })
    expect(lastError(text).message).toStartWith('worker [upstream] of [upstream] died')
    expect((await charged())?.receipt).toMatchObject({ end_reason: 'upstream_error', usage_source: 'estimated' })
    await odd.stop()
  })

  test('in which the upstream runs out of money does not tell of its account; fields of the vendor stay', async () => {
    const start = 'data: {"choices":[{"delta":{"content":"half"}}]}\n\n'
    const answers = [
      { message: 'You exceeded your current quota, please check your plan', code: 'insufficient_quota' },
      { message: 'no tool called', type: 'invalid_request_error', code: 'tool_use_failed', failed_generation: 'maybe' },
    ]
    const odd = listen(() => {
      const headers = { 'content-type': 'text/event-stream' }
      return new Response(`${start}event: error\ndata: ${JSON.stringify({ error: answers.shift() })}\n\n`, { headers })
    })
    await channel({ base_url: odd.url })
    const unpaid = lastError(await (await open({})).text())
    expect(unpaid.code).toBe('upstream_auth')
    expect(unpaid.message).not.toContain('plan')
    expect(lastError(await (await open({})).text())).toMatchObject({
      code: 'tool_use_failed',
      failed_generation: 'maybe',
    })
    await odd.stop()
  })

  test('that says nothing before it breaks is an error with a status, and costs nothing', async () => {
    const body = 'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}\n\n'
    const odd = listen(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))
    await channel({ base_url: odd.url })
    const response = await open({})
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_malformed' } })
    expect(await relay.charges(model)).toEqual([])
    await odd.stop()
  })

  test('of a small balance ends when the money ends, and says so', async () => {
    await channel()
    const { username } = await relay.server.addUser({ quota: 3000, role: ROLE.user })
    const key = await relay.token({}, await relay.server.login(username, PASSWORD))
    const text = await (await open({ reply: 'word '.repeat(4000), usage: false }, {}, key)).text()
    expect(lastError(text).code).toBe('quota_ended_stream')
    const row = await charged()
    expect(row?.receipt.end_reason).toBe('insufficient_quota')
    expect(row?.completion).toBe(estimatedTokens(words(text)))
    // One slice is 1,000 output tokens: 2,000 units.
    expect(row?.quota).toBeWithin(2500, 5001)
  })

  test('whose wallet cannot be asked for more ends, and what was delivered is charged', async () => {
    await channel()
    const { id, username } = await relay.server.addUser({ quota: 9000, role: ROLE.user })
    const key = await relay.token({}, await relay.server.login(username, PASSWORD))
    const response = await open({ reply: 'word '.repeat(4000), usage: false, stall_after: 1, stall_ms: 100 }, {}, key)
    const { db } = relay.server.services.store
    await db.schema.alterTable('wallet_leases').renameTo('away').execute()
    const text = await response.text()
    await db.schema.alterTable('away').renameTo('wallet_leases').execute()
    expect(lastError(text).code).toBe('quota_ended_stream')
    const row = await charged()
    expect(row?.completion).toBe(estimatedTokens(words(text)))
    expect(relay.server.services.calls.active).toBe(0)
    const lease = db
      .selectFrom('wallet_leases')
      .select('spent')
      .where('owner_id', '=', id)
      .where('owner_kind', '=', 'user')
    expect((await lease.executeTakeFirst())?.spent).toBe(row?.quota ?? 0)
  })

  test('that comes in one large piece is handed over as far as the money goes', async () => {
    const event = `data: {"choices":[{"delta":{"content":"${'word '.repeat(50)}"}}]}\n\n`
    const odd = listen(() => new Response(event.repeat(400), { headers: { 'content-type': 'text/event-stream' } }))
    await channel({ base_url: odd.url })
    const { username } = await relay.server.addUser({ quota: 3000, role: ROLE.user })
    const text = await (await open({}, {}, await relay.token({}, await relay.server.login(username, PASSWORD)))).text()
    expect(lastError(text).code).toBe('quota_ended_stream')
    expect(estimatedTokens(words(text))).toBeWithin(500, 2501)
    expect((await charged())?.completion).toBe(estimatedTokens(words(text)))
    await odd.stop()
  })

  describe('a caller who hangs up', () => {
    /** Reads `count` words, then hangs up. */
    async function hangUpAfter(count: number, fake: object) {
      const abort = new AbortController()
      const response = await open({ tokens: 200, stall_after: count, ...fake }, {}, token, abort.signal)
      const reader = response.body?.getReader()
      let text = ''
      while (words(text).split(' ').length < count) text += Buffer.from((await reader?.read())?.value ?? []).toString()
      abort.abort()
      return words(text)
    }

    test('ends the call of the upstream, and pays for what was delivered', async () => {
      await channel()
      relay.upstream.invoice.clear()
      const delivered = await hangUpAfter(6, {})
      await relay.upstream.invoice.settled()
      expect(relay.upstream.invoice.lines).toMatchObject([{ outcome: 'aborted', completionTokens: 6 }])
      const row = await charged()
      expect(row?.receipt).toMatchObject({
        end_reason: 'client_abort',
        abort_policy: 'cancel',
        usage_source: 'estimated',
      })
      expect(row?.completion).toBe(estimatedTokens(delivered))
    })

    test('pays the whole answer where the channel reads on for the usage', async () => {
      await channel({ settings: '{"abort_policy":"drain","drain_seconds":5}' })
      await hangUpAfter(3, { tokens: 30, stall_ms: 400 })
      const row = await charged()
      expect(row?.receipt).toMatchObject({
        end_reason: 'client_abort',
        abort_policy: 'drain',
        usage_source: 'upstream',
      })
      expect(row?.completion).toBe(30)
    })

    test('leaves nothing held and no call in progress', async () => {
      await channel()
      await hangUpAfter(2, {})
      await charged()
      expect(relay.server.services.calls.active).toBe(0)
    })
  })

  describe('while the upstream is silent', () => {
    test('comments keep the connection alive, and the idle limit ends it honestly', async () => {
      await channel()
      const response = await open({ tokens: 20, stall_after: 2 })
      const reader = response.body?.getReader()
      let text = ''
      const readUntil = async (part: string) => {
        while (!text.includes(part)) text += Buffer.from((await reader?.read())?.value ?? []).toString()
      }
      await readUntil('quick')
      const [start, steadyStart] = [Date.now(), performance.now()]
      const steady = spyOn(performance, 'now')
      // Time passes by both clocks; one that is only set makes nothing late.
      const passed = (ms: number) => {
        setSystemTime(start + ms)
        steady.mockImplementation(() => steadyStart + ms)
      }
      passed(16_000)
      await readUntil(': keep-alive\n\n')
      passed(121_000)
      await readUntil('"error"')
      steady.mockRestore()
      expect(lastError(text).code).toBe('upstream_timeout')
      expect(words(text)).toBe('The quick')
      expect((await reader?.read())?.done).toBe(true)
      const row = await charged()
      expect(row?.receipt.end_reason).toBe('idle_timeout')
      expect(row?.completion).toBe(3)
    })

    test('the limit of the channel counts', async () => {
      await channel({ settings: '{"total_timeout":1}' })
      const text = await (await open({ tokens: 20, stall_after: 3 })).text()
      expect(lastError(text).code).toBe('upstream_timeout')
      expect((await charged())?.receipt.end_reason).toBe('total_timeout')
    })
  })
}
