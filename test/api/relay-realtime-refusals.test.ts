import { describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { leavesNothingBehind, realtimeSite } from '#test/harness/realtime-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const site = realtimeSite(fresh)

  /** The plain HTTP answer to a handshake, with the id that header and message name. */
  async function refusal(query = `?model=${site.model}`, headers: Record<string, string> = {}) {
    const response = await fetch(`${site.url}/v1/realtime${query}`, {
      headers: {
        authorization: `Bearer ${site.token}`,
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    })
    const { error } = (await response.json()) as { error: { message: string; type: string; code: string } }
    expect(error.message).toContain(`(request id: ${response.headers.get('x-oneapi-request-id')})`)
    return { status: response.status, ...error }
  }

  describe('is refused before it begins, in plain HTTP:', () => {
    test('without a token', async () => {
      await site.channel()
      expect(await refusal(undefined, { authorization: '' })).toMatchObject({ status: 401, code: 'token_missing' })
    })
    test('a call that is no WebSocket', async () => {
      await site.channel()
      const response = await site.relay.server.request(`/v1/realtime?model=${site.model}`, {
        headers: { authorization: `Bearer ${site.token}` },
      })
      expect(response.status).toBe(426)
    })
    test('without a model', async () => {
      expect(await refusal('')).toMatchObject({ status: 400, code: 'model_required' })
    })
    test('a model that the token may not use', async () => {
      await site.channel()
      const limited = await site.relay.token({ model_limits_enabled: true, model_limits: 'another' })
      const answer = await refusal(undefined, { authorization: `Bearer ${limited}` })
      expect(answer).toMatchObject({ status: 403, code: 'model_not_allowed' })
    })
    test('from an address that the token does not allow', async () => {
      await site.channel()
      const limited = await site.relay.token({ allow_ips: '10.1.2.3' })
      const answer = await refusal(undefined, { authorization: `Bearer ${limited}` })
      expect(answer).toMatchObject({ status: 403, code: 'ip_not_allowed' })
    })
    test('a model without a channel, and one whose channels have no sessions', async () => {
      expect(await refusal()).toMatchObject({ status: 404, code: 'model_not_found' })
      await site.channel({ type: 14 })
      expect(await refusal()).toMatchObject({ status: 400, code: 'operation_unsupported' })
    })
    test('a user whose group may make no more calls', async () => {
      await site.channel()
      await site.relay.option('GroupCallsPerMinute', { default: 0 })
      const answer = await refusal()
      await site.relay.option('GroupCallsPerMinute', {})
      expect(answer).toMatchObject({ status: 429, code: 'call_rate_exceeded' })
    })
    test('by a budget that is used up, and then it counts in no limit', async () => {
      await site.channel()
      const token = await site.relay.token({ limits: { rpd: 5, budgets: [{ window: 'day', quota: 0 }] } })
      const headers = { authorization: `Bearer ${token}` }
      expect(await refusal(undefined, headers)).toMatchObject({ status: 429, code: 'budget_exceeded' })
      const key = await site.relay.server.request('/v1/key', { headers })
      expect((await key.json()).data.limits_now.rpd.used).toBe(0)
    })
    test('a token that has nothing', async () => {
      await site.channel()
      const poor = await site.relay.token({ unlimited_quota: false, remain_quota: 0 })
      const answer = await refusal(undefined, { authorization: `Bearer ${poor}` })
      expect(answer).toMatchObject({ status: 403, code: 'insufficient_token_quota' })
    })
    test('when the server stops', async () => {
      await site.channel()
      const { calls } = site.relay.server.services
      calls.draining = true
      try {
        expect(await refusal()).toMatchObject({ status: 503, code: 'shutting_down' })
      } finally {
        calls.draining = false
      }
    })
  })

  describe('tries other channels', () => {
    test('when the handshake is refused, and disables a channel whose key is dead', async () => {
      await site.relay.option('AutomaticDisableChannelEnabled', true)
      const bad = await site.channel({ key: 'sk-bad-1', priority: 5 })
      const good = await site.channel()
      const caller = await site.session()
      await caller.ask('hi')
      caller.close()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.admin_info?.use_channel).toEqual([String(bad.id), String(good.id)])
      expect(row?.receipt.admin_info?.attempts?.map(({ status }) => status)).toEqual([401, 101])
      await until(() => site.relay.server.services.channels.byId(bad.id)?.status !== 1)
    })
    test('when the upstream agrees and then refuses in its first word', async () => {
      const bad = await site.channel({ key: 'sk-later', priority: 5 })
      site.upstream.set({ refuse_later: 'invalid_api_key' }, 'sk-later')
      await site.channel()
      const caller = await site.session()
      await caller.ask('hi')
      expect(caller.events.some(({ type }) => type === 'error')).toBe(false)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.admin_info?.attempts?.[0]?.error).toContain('Incorrect API key provided')
      expect(JSON.stringify(row?.receipt)).not.toContain('sk-later')
      caller.close()
      expect(site.relay.server.services.channels.byId(bad.id)?.status).not.toBe(1)
    })
    test('and tells the caller when none agrees, without a host or a key', async () => {
      site.upstream.set({ error: 503 })
      await site.channel()
      await site.channel({ base_url: 'http://127.0.0.1:1' })
      const answer = await refusal()
      expect([502, 503]).toContain(answer.status)
      expect(JSON.stringify(answer)).not.toContain('127.0.0.1')
    })
    test('and leaves a row that tells why none did', async () => {
      const { key } = await site.channel()
      site.upstream.set({ error: 503 }, key)
      await refusal()
      const { services } = site.relay.server
      await services.failedCalls.flush()
      const rows = await services.store.db.selectFrom('logs').selectAll().where('model_name', '=', site.model).execute()
      expect(rows.map(({ type, quota, other }) => ({ type, quota, ...JSON.parse(other) }))).toMatchObject([
        { type: 4, quota: 0, end_reason: 'failed', admin_info: { attempts: [{ status: 503 }] } },
      ])
    })
    test('but not after a bad request', async () => {
      site.upstream.set({ error: 400 })
      await site.channel()
      await site.channel()
      const before = site.upstream.handshakes.length
      expect(await refusal()).toMatchObject({ status: 400 })
      expect(site.upstream.handshakes.length - before).toBe(1)
    })
    test('an upstream that says nothing at first has agreed', async () => {
      site.upstream.set({ silent: true })
      await site.channel()
      const caller = await site.session()
      await caller.ask('hi')
      caller.close()
    })
  })

  leavesNothingBehind(site)
})
