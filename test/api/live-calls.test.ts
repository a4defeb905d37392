import { afterAll, beforeAll, expect, test } from 'bun:test'
import { listLiveCalls, stopLiveCall } from '#contract/api/live-calls.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

/** The upstream waits after its fifth token until it is cancelled. */
const STALLED = { tokens: 40, stall_after: 5 }

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let gateway: Listening
  beforeAll(() => {
    gateway = serveApp(relay.server)
  })
  afterAll(async () => {
    await gateway.stop()
  })

  const live = async (query: object = {}) => {
    const { data, ...rest } = await relay.root.call(listLiveCalls, { query })
    return { calls: data!, ...(rest as unknown as { nodes: { id: string; calls: number }[]; silent: string[] }) }
  }
  const stop = async (id: string) => (await relay.root.call(stopLiveCall, { body: { id } })).data?.stopped
  const send = (path: string, token: string, body: object) =>
    fetch(`${gateway.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify(body),
    })
  const messages = [{ role: 'user', content: 'hi there' }]

  async function oneOf(model: string, phase: string) {
    await until(async () => (await live({ model })).calls[0]?.phase === phase)
    return (await live({ model })).calls[0]!
  }
  async function site(fields: object = {}) {
    const model = relay.model()
    const { id, key } = await relay.channel({ models: model, ...fields })
    return { model, channel: id, key, token: await relay.token() }
  }

  test.each([
    ['/v1/chat/completions', { messages }, 'call_stopped'],
    ['/v1/messages', { messages, max_tokens: 100 }, 'event: error'],
    ['/v1/responses', { input: 'hi there' }, 'call_stopped'],
  ])(
    'a stream of %s is listed, stopped with an error in its format, and billed as delivered',
    async (path, body, end) => {
      const { model, channel, key, token } = await site()
      relay.upstream.set(STALLED, key)
      const answer = await send(path, token, { model, stream: true, ...body })
      const reading = answer.text()
      await until(async () => ((await live({ model })).calls[0]?.tokens ?? 0) > 2)
      const call = await oneOf(model, 'answering')
      expect(call).toMatchObject({ username: 'root', token_name: 'test', model, channel_id: channel, stream: true })
      expect(call.quota).toBeGreaterThan(0)
      expect(call.id).toBe(answer.headers.get('x-oneapi-request-id') ?? '')
      expect(await stop(call.id)).toBe(true)
      const text = await reading
      expect(text).toContain(end)
      expect(text).toContain('An administrator stopped this call')
      expect(text).not.toContain('[DONE]')
      const [charged] = await relay.charges(model, 1)
      expect(charged).toMatchObject({ quota: call.quota, receipt: { end_reason: 'stopped' } })
      expect(charged?.completion).toBeGreaterThan(0)
      expect((await live({ model })).calls).toEqual([])
      expect(await stop(call.id)).toBe(false)
      const [audit] = await auditsOf(relay.server, 'call', call.id)
      expect(audit).toMatchObject({ action: 'call.stop', actor_name: 'root' })
      await expectBooksToAgree(relay.server.services.store, 1)
    },
  )

  test.each([
    ['a stream before its first byte', { stream: true, fake: { first_byte_ms: 60_000 } }, 'first_byte'],
    ['an answer before its first byte', { fake: { first_byte_ms: 60_000 } }, 'first_byte'],
  ])('%s is refused when it is stopped, costs nothing, and takes no other channel', async (_name, body, phase) => {
    const { model, token, channel } = await site()
    await relay.channel({ models: model, priority: -1 })
    const sending = send('/v1/chat/completions', token, { model, messages, ...body })
    const call = await oneOf(model, phase)
    expect(call).toMatchObject({ channel_id: channel, tokens: 0, quota: 0 })
    expect(await stop(call.id)).toBe(true)
    const answer = await sending
    expect(answer.status).toBe(403)
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('call_stopped')
    expect(relay.tried(model).length).toBeLessThan(2)
    expect((await live({ model })).calls).toEqual([])
    expect(await relay.charges(model)).toEqual([])
    expect(relay.server.services.inFlight.of(channel)).toBe(0)
    await expectBooksToAgree(relay.server.services.store, 1)
  })

  test('a stream that has its headers and no event ends with the error, and costs nothing', async () => {
    const { model, token } = await site()
    await relay.option('StreamCommitMs', 50)
    const answer = await send('/v1/chat/completions', token, {
      model,
      messages,
      stream: true,
      fake: { stall_after: 0 },
    })
    await relay.option('StreamCommitMs', 5000)
    const [call] = (await live({ model })).calls
    expect(await stop(call!.id)).toBe(true)
    expect(await answer.text()).toContain('call_stopped')
    expect(await relay.charges(model)).toEqual([])
  })

  test('a call is found by its user, its token and its channel, and is gone when its caller hangs up', async () => {
    const { model, token, channel } = await site()
    const gone = new AbortController()
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: gone.signal,
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ model, messages, stream: true, fake: STALLED }),
    })
    answer.text().catch(() => {})
    const { token_id } = await oneOf(model, 'answering')
    for (const query of [{ user: 'root' }, { user: '1' }, { token: token_id }, { channel }])
      expect((await live({ model, ...query })).calls).toHaveLength(1)
    for (const query of [{ user: 'rooty' }, { token: token_id + 1 }, { channel: channel + 1 }])
      expect((await live({ model, ...query })).calls).toEqual([])
    const found = await live({ model })
    expect(found.nodes).toEqual([{ id: relay.server.services.accounting.nodeId, calls: 1 }])
    expect(found.silent).toEqual([])
    gone.abort()
    await until(async () => (await live({ model })).calls.length === 0)
  })

  test('whatever ends a call, nothing stays listed', async () => {
    const { model, token } = await site()
    await (await send('/v1/chat/completions', token, { model, messages })).text()
    await (await send('/v1/chat/completions', token, { model, messages, stream: true })).text()
    expect((await send('/v1/chat/completions', token, { model, messages, fake: { error: 400 } })).status).toBe(400)
    expect((await send('/v1/chat/completions', token, { model: 'no-such-model', messages })).status).toBe(404)
    expect((await live()).calls).toEqual([])
  })
})
