import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { updateChannel } from '#contract/api/channels.ts'
import { applyConfiguration, planConfiguration } from '#contract/api/configuration.ts'
import { getStatus } from '#contract/api/site.ts'
import { deleteToken, rotateToken } from '#contract/api/tokens.ts'
import { manageUser } from '#contract/api/users.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'
import { PATIENCE_MS, until } from '#test/harness/until.ts'

/** Half the time after which nodes look by themselves for what has changed: it was told to them. */
const SOON_MS = PATIENCE_MS / 2

describe.skipIf(!hasRedis)('two nodes with one database and one Redis', () => {
  onDatabase('postgres', (fresh) => {
    let redis: TestRedis
    let a: RelayHarness
    let b: TestServer

    beforeAll(async () => {
      redis = await startRedis()
      const place = await fresh.place()
      const settings = { redisUrl: redis.url, secretKey: 'the same on all nodes', logLevel: 'silent' }
      a = await startRelay(place, settings)
      b = await startServer({ ...place, dataDir: join(place.dataDir, 'b') }, settings)
    }, START_MS)
    afterAll(async () => {
      await b.close()
      await a.close()
      await redis.stop()
    })

    /** The status that a call on node B ends with. */
    async function callOnB(token: string, model: string): Promise<number> {
      const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await b.request('/v1/chat/completions', { method: 'POST', headers, body })
      await response.text()
      return response.status
    }
    const soon = (condition: () => unknown) => until(condition, SOON_MS)

    test('a channel that is made on one serves on the other, and takes no further call when it is switched off', async () => {
      const [token, model] = [await a.token(), a.model()]
      const { id } = await a.channel({ models: model })
      await soon(async () => (await callOnB(token, model)) === 200)
      await a.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.disabled } })
      await soon(() => b.services.channels.tiers('default', model).length === 0)
      const before = a.tried(model).length
      expect(await callOnB(token, model)).toBe(503)
      expect(a.tried(model)).toHaveLength(before)
    })

    test('after thirty good calls, three callers meet a vendor that is dead, whichever node they call', async () => {
      const [token, model] = [await a.token(), a.model()]
      await a.option('ProbeFailingModelsEnabled', false)
      let [isDead, met] = [false, 0]
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      const choices = [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]
      const answer = { id: 'x', object: 'chat.completion', created: 1, model, choices, usage }
      const main = await a.channelThat(
        () => {
          if (!isDead) return Response.json(answer)
          met += 1
          return Response.json({ error: { message: 'dead' } }, { status: 500 })
        },
        { models: model, priority: 5 },
      )
      await a.channelThat(() => Response.json(answer), { models: model })
      await soon(() => b.services.channels.tiers('default', model).length === 2)
      const failuresOn = (node: TestServer) => node.services.circuits.samplesOf(main.id).length
      const callOn = async (n: number) => {
        const status = n % 2 ? await callOnB(token, model) : (await a.chat(token, { model })).status
        expect(status).toBe(200)
        await soon(() => failuresOn(a.server) === failuresOn(b))
      }
      for (let n = 0; n < 30; n++) await callOn(n)
      isDead = true
      for (let n = 0; n < 20; n++) await callOn(n)
      expect(met).toBe(3)
    })

    test('an answer that one has just given is referred to on the other', async () => {
      const [token, model] = [await a.token(), a.model()]
      const model_mapping = JSON.stringify({ [model]: 'deepseek-chat@reply=the+roof+leaks' })
      await a.channel({ type: 43, models: model, model_mapping })
      await soon(() => b.services.channels.tiers('default', model).length === 1)
      const first = await a.post('/v1/responses', token, { model, input: 'What is it?' })
      const { id } = (await first.json()) as { id: string }
      const response = await b.request('/v1/responses', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, input: 'And now?', previous_response_id: id }),
      })
      expect(response.status).toBe(200)
      const sent = Buffer.from(a.upstream.requests.at(-1)?.body ?? []).toString()
      for (const text of ['What is it?', 'the roof leaks', 'And now?']) expect(sent).toContain(text)
    })

    test('an option that is saved on one is in force on the other', async () => {
      await a.option('SystemName', 'Both nodes')
      await soon(async () => (await b.call(getStatus, {})).data?.system_name === 'Both nodes')
    })

    test('a configuration that is applied on one is in force on the other', async () => {
      const document = {
        options: { SystemName: 'Applied' },
        channels: { applied: { type: 1, keys: ['sk-a-0123456789', 'sk-b-0123456789'], models: ['applied-model'] } },
      }
      const { version = '' } = (await a.root.call(planConfiguration, { body: { document } })).data ?? {}
      const outcome = await a.root.call(applyConfiguration, { body: { document, version } })
      expect(outcome.data?.applied).toBe(true)
      await soon(() => b.services.channels.tiers('default', 'applied-model').length === 1)
      await soon(async () => (await b.call(getStatus, {})).data?.system_name === 'Applied')
    })

    test('a token that is deleted on one is refused on the other', async () => {
      const model = a.model()
      await a.channel({ models: model })
      const { username } = await a.server.addUser({ quota: 1_000_000 })
      const owner = await a.server.login(username, PASSWORD)
      const token = await a.token({}, owner)
      await soon(async () => (await callOnB(token, model)) === 200)
      const { id } = await a.server.services.store.db
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', owner.user.id)
        .executeTakeFirstOrThrow()
      expect((await owner.call(deleteToken, { params: { id } })).success).toBe(true)
      await soon(async () => (await callOnB(token, model)) === 401)
    })

    test('both keys of a token that is rotated on one open it on the other, until the former one is ended', async () => {
      const model = a.model()
      await a.channel({ models: model })
      const { username } = await a.server.addUser({ quota: 1_000_000 })
      const owner = await a.server.login(username, PASSWORD)
      const former = await a.token({}, owner)
      await soon(async () => (await callOnB(former, model)) === 200)
      const { id } = await a.server.services.store.db
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', owner.user.id)
        .executeTakeFirstOrThrow()
      const rotate = async (keep_seconds: number) =>
        (await owner.call(rotateToken, { params: { id }, body: { keep_seconds } })).data?.key ?? ''
      const next = await rotate(3600)
      expect([await callOnB(next, model), await callOnB(former, model)]).toEqual([200, 200])
      const last = await rotate(0)
      await soon(async () => (await callOnB(former, model)) === 401 && (await callOnB(next, model)) === 401)
      expect(await callOnB(last, model)).toBe(200)
    })

    test('a user who is banned on one is refused on the other', async () => {
      const model = a.model()
      await a.channel({ models: model })
      const { id, username } = await a.server.addUser({ quota: 1_000_000 })
      const token = await a.token({}, await a.server.login(username, PASSWORD))
      await soon(async () => (await callOnB(token, model)) === 200)
      expect((await a.root.call(manageUser, { body: { id, action: 'disable' } })).success).toBe(true)
      await soon(async () => (await callOnB(token, model)) === 403)
    })

    test('what changes while Redis is away is in force on the other all the same', async () => {
      await redis.stop()
      const name = async () => (await b.call(getStatus, {})).data?.system_name
      await a.option('SystemName', 'In the gap')
      await soon(async () => (await name()) === 'In the gap')
      await redis.start()
      await a.option('SystemName', 'After the gap')
      await soon(async () => (await name()) === 'After the gap')
    })
  })
})
