import { describe, expect, test } from 'bun:test'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket as BetaRealtimeWebSocket } from 'openai/beta/realtime/websocket'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { updateUser } from '#contract/api/users.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { itemOf, soundOf, talk } from '#test/harness/realtime.ts'
import { leavesNothingBehind, realtimeSite } from '#test/harness/realtime-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { tlsFront } from '#test/harness/tls-front.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const site = realtimeSite(fresh)

  const handshake = () => site.upstream.handshakes.at(-1)

  describe('a session', () => {
    test('relays both ways, and each response is a row that explains its charge', async () => {
      const { id } = await site.channel()
      const caller = await site.session()
      expect((await caller.event('session.created')).session).toMatchObject({ model: site.model })
      site.upstream.set({})
      await caller.ask('three words here')
      await caller.ask('and two')
      caller.close()
      await caller.closed
      const rows = await site.relay.charges(site.model, 2)
      expect(rows[0]).toMatchObject({ quota: 3 + 5 * 2, prompt: 3, completion: 5, channel: id, stream: true })
      // The first turn is read again, from the cache.
      expect(rows[1]?.receipt.usage).toEqual({ input: 2, cacheRead: 8, output: 5 })
      expect(rows[1]?.receipt).toMatchObject({ ws: true, usage_source: 'upstream', end_reason: 'stop' })
      expect(rows.map(({ receipt }) => receipt.response_id)).toEqual(
        site.upstream.lines.filter((line) => line.model === site.model).map((line) => line.id),
      )
      expect(new Set(rows.map(({ receipt }) => receipt.session_id)).size).toBe(1)
    })

    test('of a user with a ratio of their own is paid by it, and by a new one from the next response on', async () => {
      await site.channel()
      const { relay } = site
      const user = await relay.server.addUser({ quota: 100_000, user_ratio: 0.5 })
      const token = await relay.token({}, await relay.server.login(user.username, PASSWORD))
      const caller = await site.session({ token })
      await caller.ask('three words here')
      await relay.root.call(updateUser, { body: { id: user.id, user_ratio: 2 } })
      await caller.ask('and two')
      caller.close()
      await caller.closed
      const rows = await relay.charges(site.model, 2)
      expect(rows.map(({ receipt }) => receipt.user_ratio)).toEqual([0.5, 2])
      expect(rows[0]).toMatchObject({ quota: 6, receipt: { carry_out: 500 } })
    })

    test('with sound is paid by audio ratios, and the row tells all four counts', async () => {
      await site.relay.option('ModelRatio', {
        ...site.relay.server.services.options.values.ModelRatio,
        'gpt-realtime': 2,
      })
      site.model = 'gpt-realtime'
      await site.channel()
      site.upstream.set({ tokens: 3, sounds: 4 })
      const caller = await site.session()
      await caller.event('session.created')
      caller.send(soundOf(500))
      caller.send({ type: 'input_audio_buffer.commit' })
      await caller.ask('two words')
      caller.close()
      const [row] = await site.relay.charges(site.model, 1)
      // Input 2 × 2; sound 5 × 2 × 8; output 3 × 2 × 4; spoken 8 × 2 × 16.
      expect(row).toMatchObject({ quota: 4 + 80 + 24 + 256, prompt: 7, completion: 11 })
      expect(row?.receipt).toMatchObject({
        audio_input: 5,
        audio_output: 8,
        text_input: 2,
        text_output: 3,
        audio_ratio: 8,
        audio_completion_ratio: 2,
      })
      const log = await site.relay.server.services.store.db
        .selectFrom('logs')
        .select('content')
        .where('model_name', '=', site.model)
        .executeTakeFirstOrThrow()
      expect(log.content).toBe('模型倍率 2.00，补全倍率 4.00，音频倍率 8.00，音频补全倍率 2.00，分组倍率 1.00')
    })

    test.each([
      ['x-api-key', (token: string) => ({ headers: { 'x-api-key': token } })],
      ['a bare authorization', (token: string) => ({ headers: { authorization: token } })],
      ['the query', (token: string) => ({ query: `&key=${token}` })],
    ])('takes the token from %s', async (_, shown) => {
      await site.channel()
      const { query = '', ...asked } = shown(site.token) as { query?: string; headers?: Record<string, string> }
      const caller = await talk(site.url, `?model=${site.model}${query}`, asked)
      await caller.event('session.created')
      caller.close()
    })

    test('passes bytes, unknown events and the close code on', async () => {
      await site.channel()
      const caller = await site.session()
      await caller.event('session.created')
      const odd = '{"type":"odd.event", "zero":0.0,"type2":null}'
      caller.send(odd)
      caller.send(Buffer.from([1, 2, 3]))
      expect(await caller.event('error', 2)).toMatchObject({ error: { code: 'invalid_value' } })
      expect(site.upstream.frames.slice(-2)).toEqual([odd, Buffer.from([1, 2, 3])])
      site.upstream.set({})
      caller.close(4321)
      await until(() => site.upstream.open() === 0)
    })

    test('ends as the upstream ends it', async () => {
      site.upstream.set({ close: 4001 })
      await site.channel()
      const caller = await site.session()
      await caller.ask('hi')
      expect(await caller.closed).toEqual({ code: 4001, reason: 'that was all' })
    })

    test('names a mapped model to the upstream, is priced by the one asked for', async () => {
      await site.channel({ model_mapping: JSON.stringify({ [site.model]: 'the-real-one' }) })
      const caller = await site.session()
      await caller.ask('hi')
      caller.close()
      expect(handshake()).toMatchObject({ path: '/v1/realtime', query: { model: 'the-real-one' } })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.upstream_model).toBe('the-real-one')
    })
  })

  describe('the handshake with the upstream', () => {
    test('of a server: its own key as bearer, and no word of the beta', async () => {
      const { key } = await site.channel({ openai_organization: 'org-1' })
      const caller = await site.session()
      expect(caller.protocol()).toBe('')
      expect(handshake()?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'openai-organization': 'org-1' })
      expect(handshake()?.headers['openai-beta']).toBeUndefined()
      expect(handshake()?.protocols).toEqual([])
      caller.close()
    })
    test('of a server that wants the beta', async () => {
      await site.channel()
      const caller = await site.session({ headers: { 'openai-beta': 'realtime=v1' } })
      expect(handshake()?.headers['openai-beta']).toBe('realtime=v1')
      caller.close()
    })
    test('of a browser: sub-protocols, with the channel’s key in the place of the token', async () => {
      const { key } = await site.channel()
      const protocols = ['realtime', `openai-insecure-api-key.${site.token}`, 'openai-beta.realtime-v1']
      const caller = await talk(site.url, `?model=${site.model}`, { protocols })
      expect(caller.protocol()).toBe('realtime')
      expect(handshake()?.protocols).toEqual(['realtime', `openai-insecure-api-key.${key}`, 'openai-beta.realtime-v1'])
      expect(JSON.stringify(handshake())).not.toContain(site.token)
      caller.close()
    })
    test('never shows a token in the answer, whatever is offered', async () => {
      await site.channel()
      const caller = await rawClient(site.url)
      const fields = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
      fields.push('Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')
      fields.push(`Sec-WebSocket-Protocol: openai-insecure-api-key.${site.token}, another`)
      caller.send(`GET /v1/realtime?model=${site.model} HTTP/1.1\r\nHost: a\r\n${fields.join('\r\n')}\r\n\r\n`)
      await until(() => caller.rest.includes('session.created'))
      expect(caller.rest).toStartWith('HTTP/1.1 101 ')
      expect(caller.rest).toMatch(/x-oneapi-request-id: \d/i)
      expect(caller.rest).not.toContain(site.token)
      caller.hangUp()
    })
    test.each([
      ['2025-04-01-preview', '/openai/realtime', { 'api-version': '2025-04-01-preview', deployment: 'model' }],
      ['v1', '/openai/v1/realtime', { model: 'mod.el' }],
    ])('of a channel at Azure, version %s', async (other, path, query) => {
      site.model = 'mod.el'
      await site.relay.option('ModelRatio', { ...site.relay.server.services.options.values.ModelRatio, 'mod.el': 1 })
      const { id, key } = await site.channel({ type: 3, other })
      const caller = await talk(site.url, '?model=mod.el', { token: `${site.token}-${id}` })
      await caller.event('session.created')
      expect(handshake()).toMatchObject({ path, query, headers: { 'api-key': key } })
      expect(handshake()?.headers.authorization).toBeUndefined()
      caller.close()
    })
    test('of a channel with an address of its own', async () => {
      await site.channel({ type: 8, base_url: `${site.upstream.url}/v1/realtime?model={model}` })
      const caller = await site.session()
      await caller.event('session.created')
      expect(handshake()).toMatchObject({ path: '/v1/realtime', query: { model: site.model } })
      caller.close()
    })
  })

  describe('official clients', () => {
    const client = () => new OpenAI({ apiKey: site.token, baseURL: `${site.url}/v1` })
    // They encrypt whatever the address says.
    const unencrypted = (url: URL) => {
      url.protocol = 'ws:'
    }
    const done = (connection: { on(type: 'response.done', listener: (event: unknown) => void): unknown }) =>
      new Promise((resolve) => connection.on('response.done', resolve))

    test('OpenAIRealtimeWebSocket, which shows the token as a sub-protocol', async () => {
      await site.channel()
      const connection = new OpenAIRealtimeWebSocket({ model: site.model, onURL: unencrypted }, client())
      await new Promise((resolve) => connection.on('session.created', resolve))
      const answer = done(connection)
      connection.send(itemOf('hello there') as never)
      connection.send({ type: 'response.create' })
      expect(await answer).toMatchObject({ response: { status: 'completed', usage: { input_tokens: 2 } } })
      connection.close()
      await site.relay.charges(site.model, 1)
    })
    test('OpenAIRealtimeWS, which sends headers', async () => {
      await site.channel()
      const front = tlsFront(site.url)
      const connection = new OpenAIRealtimeWS(
        { model: site.model, options: { rejectUnauthorized: false } },
        new OpenAI({ apiKey: site.token, baseURL: `${front.url}/v1` }),
      )
      await new Promise((resolve) => connection.on('session.created', resolve))
      const answer = done(connection)
      connection.send({ type: 'response.create' })
      await answer
      connection.close()
      await site.relay.charges(site.model, 1)
      front.stop()
    })
    test('the client of the beta hears the names of the beta', async () => {
      await site.channel()
      const connection = new BetaRealtimeWebSocket({ model: site.model, onURL: unencrypted }, client())
      const piece = new Promise((resolve) => connection.on('response.text.delta', resolve))
      await new Promise((resolve) => connection.on('session.created', resolve))
      const answer = done(connection as never)
      connection.send({ type: 'response.create' })
      await piece
      await answer
      connection.close()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.completion).toBe(5)
    })
  })

  leavesNothingBehind(site)
})
