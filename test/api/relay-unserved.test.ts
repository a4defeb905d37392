import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { usageData } from '#contract/api/statistics.ts'
import { getWatchdog } from '#contract/api/watchdog.ts'
import { CHANNEL_STATUS, LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
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

  /** The rows of a model, as administrators see them. */
  async function rows() {
    await relay.server.services.failedCalls.flush()
    const { data } = await relay.root.call(listLogs, { query: { model_name: model } })
    return (data?.items ?? []).map((row) => ({ ...row, other: JSON.parse(row.other) }))
  }

  test('rows of failed calls are no movements of money', async () => {
    await relay.chat(token, { model })
    await rows()
    const { data } = await relay.root.call(getWatchdog, { query: { fresh: 'true' } })
    expect(data?.differences).toEqual([])
  })

  /** What the roll-ups count of a model: served calls, failed calls. */
  async function counted(of = model) {
    await relay.server.services.failedCalls.flush()
    const { data } = await relay.root.call(usageData, { query: { start_timestamp: 0 } })
    const usage = data?.filter((row) => row.model_name === of) ?? []
    return [usage.reduce((sum, { count }) => sum + count, 0), usage.reduce((sum, row) => sum + row.failed_count, 0)]
  }

  test('the roll-ups count it under its model, whether that is switched off or not, or under none', async () => {
    const { id, key } = await relay.channel({ models: model })
    relay.upstream.set({ error: 503 }, key)
    await relay.chat(token, { model })
    expect(await counted()).toEqual([0, 1])
    await relay.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.disabled } })
    await relay.chat(token, { model })
    expect(await counted()).toEqual([0, 2])
    const [, before = 0] = await counted('')
    await relay.chat(token, { model: relay.model() })
    await relay.chat(token, { model: relay.model() })
    expect(await counted('')).toEqual([0, before + 2])
    await relay.chat('nobody-has-this-key', { model: 'whatever' })
    expect(await counted('')).toEqual([0, before + 2])
  })

  describe('a call that nobody serves leaves a row', () => {
    test('with the reason, the channels that were tried and what they said', async () => {
      const { id, key } = await relay.channel({ models: model })
      relay.upstream.set({ error: 503 }, key)
      const answer = await relay.chat(token, { model })
      const [row, ...more] = await rows()
      expect(more).toEqual([])
      expect(row).toMatchObject({ type: LOG_TYPE.system, quota: 0, channel: id, username: 'root', token_name: 'test' })
      expect(row?.other).toMatchObject({
        end_reason: 'failed',
        status: answer.status,
        request_id: answer.headers.get('x-oneapi-request-id') ?? 'none',
        group: 'default',
        admin_info: { use_channel: [String(id)], attempts: [{ channel: id, status: 503 }] },
      })
      const told = ((await answer.json()) as { error: { message: string } }).error.message
      expect(told).toContain(row?.other.message?.en ?? row?.content)
    })

    test('when no channel has its model, its token may not use it, or nobody has set a price', async () => {
      await relay.chat(token, { model })
      expect(await rows()).toMatchObject([{ channel: 0, other: { code: 'model_not_found', status: 404 } }])
      model = relay.model()
      const other = await relay.token({ model_limits_enabled: true, model_limits: 'another' })
      await relay.chat(other, { model })
      expect(await rows()).toMatchObject([{ other: { code: 'model_not_allowed' } }])
      model = `unpriced-${model}`
      await relay.channel({ models: model })
      await relay.chat(token, { model })
      const [row] = await rows()
      expect(row?.other.code).toBe('model_unpriced')
      expect(row?.content).toBe(row?.other.message.zh)
    })

    test('when the token has nothing left', async () => {
      await relay.channel({ models: model })
      const messages = [{ role: 'user', content: 'many words '.repeat(1000) }]
      await relay.chat(await relay.token({ unlimited_quota: false, remain_quota: 5 }), { model, messages })
      expect(await rows()).toMatchObject([{ quota: 0, other: { code: 'insufficient_token_quota' } }])
    })

    test('when its caller leaves before the answer', async () => {
      const { key } = await relay.channel({ models: model })
      relay.upstream.set({ first_byte_ms: 60_000 }, key)
      const leaving = new AbortController()
      const call = relay.server.request('/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
        signal: leaving.signal,
      })
      await until(() => relay.tried(model).length === 1)
      leaving.abort()
      await call.catch(() => {})
      await until(async () => (await rows()).length === 1)
      // As the log has it: its status is failed, too.
      expect(await counted()).toEqual([0, 1])
      expect(await rows()).toMatchObject([{ other: { end_reason: 'client_abort' } }])
    })

    test('but for its charge when another channel served it', async () => {
      const { key } = await relay.channel({ models: model, priority: 9 })
      relay.upstream.set({ error: 500 }, key)
      await relay.channel({ models: model })
      await relay.chat(token, { model })
      await relay.charges(model, 1)
      expect(await rows()).toMatchObject([{ type: LOG_TYPE.consume }])
      expect(await counted()).toEqual([1, 0])
    })

    test('which its owner sees without the channels', async () => {
      const { username } = await relay.server.addUser({ username: `user-${model}`, quota: 100_000 })
      const owner = await relay.server.login(username, PASSWORD)
      const { key } = await relay.channel({ models: model })
      relay.upstream.set({ error: 401 }, key)
      await relay.chat(await relay.token({}, owner), { model })
      await rows()
      const { data } = await owner.call(listOwnLogs, { query: { type: LOG_TYPE.system, model_name: model } })
      expect(data?.items).toMatchObject([{ channel: 0, model_name: model }])
      expect(data?.items[0]?.other).not.toMatch(/admin_info|attempts|"channel/)
    })

    test('unless the operator does not want it', async () => {
      const { key } = await relay.channel({ models: model })
      relay.upstream.set({ error: 503 }, key)
      await relay.option('LogFailedCallsEnabled', false)
      await relay.chat(token, { model })
      await relay.option('LogFailedCallsEnabled', true)
      expect(await rows()).toEqual([])
      expect(await counted()).toEqual([0, 1])
    })
  })
})
