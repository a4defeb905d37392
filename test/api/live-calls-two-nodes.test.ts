import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { listLiveCalls, stopLiveCall } from '#contract/api/live-calls.ts'
import { nodeReport } from '#server/cluster/nodes/heartbeat.ts'
import { storeNode } from '#server/platform/store/node-queries.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { startServer, type TestServer } from '#test/harness/server.ts'
import { until } from '#test/harness/until.ts'

/** Without Redis: the nodes hear of each other through PostgreSQL alone. */
onDatabase('postgres', (fresh) => {
  let a: RelayHarness
  let b: TestServer

  beforeAll(async () => {
    const place = await fresh.place()
    const settings = { secretKey: 'the same on all nodes', logLevel: 'silent' } as const
    a = await startRelay(place, settings)
    b = await startServer({ ...place, dataDir: join(place.dataDir, 'b') }, settings)
    await storeNode(b.services.store.db, b.services.store.engine, await nodeReport(b.services))
  }, START_MS)
  afterAll(async () => {
    await b.close()
    await a.close()
  })

  test('a call that one node runs is listed by the other, and stopped by it', async () => {
    const [token, model] = [await a.token(), a.model()]
    const { key } = await a.channel({ models: model })
    a.upstream.set({ tokens: 40, stall_after: 5 }, key)
    await until(() => b.services.channels.tiers('default', model).length === 1)
    const answer = await b.request('/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hi' }] }),
    })
    const reading = answer.text()
    const listed = async () => (await a.root.call(listLiveCalls, { query: { model } })).data ?? []
    await until(async () => ((await listed())[0]?.tokens ?? 0) > 2)
    const [call] = await listed()
    expect(call).toMatchObject({ node: b.services.accounting.nodeId, model, phase: 'answering' })
    expect((await a.root.call(stopLiveCall, { body: { id: call!.id } })).data).toEqual({ stopped: true })
    expect(await reading).toContain('call_stopped')
    await b.services.accounting.ledger.flush()
    expect((await a.charges(model, 1))[0]?.receipt.end_reason).toBe('stopped')
    expect(await listed()).toEqual([])
  })

  test('a response in the background that one node runs is read and cancelled at the other', async () => {
    const [token, model] = [await a.token(), a.model()]
    const { key } = await a.channel({ models: model })
    a.upstream.set({ tokens: 40, stall_after: 5 }, key)
    await until(() => b.services.channels.tiers('default', model).length === 1)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model, input: 'hi', background: true })
    const begun = await (await b.request('/v1/responses', { method: 'POST', headers, body })).json()
    const path = `/v1/responses/${begun.id}`
    const read = async () => (await a.server.request(path, { headers })).json()
    expect(await read()).toMatchObject({ id: begun.id, status: 'in_progress', background: true })
    const cancelled = await (await a.server.request(`${path}/cancel`, { method: 'POST', headers })).json()
    expect(cancelled).toMatchObject({ id: begun.id, status: 'cancelled' })
    const streamed = await (await a.server.request(`${path}?stream=true`, { headers })).text()
    expect(streamed).toContain('event: response.cancelled')
    await b.services.accounting.ledger.flush()
    expect((await a.charges(model, 1))[0]?.receipt.end_reason).toBe('stopped')
  })
})
