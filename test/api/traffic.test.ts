import { expect, test } from 'bun:test'
import { channelHealth, modelPerformance, siteStatus } from '#contract/api/traffic.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const cellsOf = async (model: string) =>
    (await relay.root.call(channelHealth, { query: { model_name: model } as never })).data ?? []
  const chat = (token: string, model: string, more: object = {}) =>
    relay.chat(token, { model, messages: [{ role: 'user', content: 'hi' }], ...more }).then((reply) => reply.text())

  test('served calls count with their times; streams with their speed', async () => {
    const model = relay.model()
    const { id } = await relay.channel({ models: model })
    const token = await relay.token()
    await chat(token, model)
    await chat(token, model, { stream: true, fake: { tokens: 60, delay_ms: 2 } })
    await relay.charges(model, 2)
    const [cell] = await cellsOf(model)
    expect(cell).toMatchObject({ channel_id: id, served: 2, failed: {}, errors: [] })
    expect(cell!.tokens_per_second).toBeDefined()
    expect(cell!.quota).toBeGreaterThan(0)
  })

  test('a failed attempt counts at its channel, and not as a failed call where the next one serves it', async () => {
    const model = relay.model()
    const broken = await relay.channelThat(() => new Response('{"error":{"message":"overloaded"}}', { status: 503 }), {
      models: model,
      priority: 5,
    })
    await relay.channel({ models: model })
    const token = await relay.token()
    await chat(token, model)
    const cells = await cellsOf(model)
    expect(cells.find(({ channel_id }) => channel_id === broken.id)).toMatchObject({
      served: 0,
      failed: { server: 1 },
      errors: [{ kind: 'server', status: 503, message: 'overloaded' }],
    })
    expect((await relay.server.call(modelPerformance, { query: { name: model } })).data).toMatchObject([
      { served: 1, failed: {} },
    ])
  })

  test('a call that no channel served is a failed call; a caller’s own error is none of the site’s', async () => {
    const [down, strict] = [relay.model(), relay.model()]
    await relay.channelThat(() => new Response('{"error":{"message":"no"}}', { status: 500 }), { models: down })
    await relay.channelThat(() => new Response('{"error":{"message":"bad"}}', { status: 400 }), { models: strict })
    const token = await relay.token()
    await chat(token, down)
    await chat(token, strict)
    await relay.server.services.traffic.flush()
    await relay.option('StatusPageEnabled', true)
    const { data = [] } = await relay.server.call(siteStatus, {})
    expect(data.find(({ model_name }) => model_name === down)).toMatchObject({ state: 'down', days: [{ failed: 1 }] })
    expect(data.find(({ model_name }) => model_name === strict)).toMatchObject({ state: 'quiet' })
  })

  test('a stream that breaks off is a failure of its channel', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    await chat(await relay.token(), model, { stream: true, fake: { tokens: 40, cut_after: 20 } })
    const [cell] = await cellsOf(model)
    expect(cell).toMatchObject({ served: 0, failed: { server: 1 } })
  })
})
