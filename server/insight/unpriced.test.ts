import { expect, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { listUnpricedModels } from '#contract/api/options.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const unpriced = async () => (await relay.root.call(listUnpricedModels, {})).data

  test('models of enabled channels that nobody has priced are listed, the most wanted first', async () => {
    const { id } = await relay.channel({ models: 'unknown-a,unknown-b,gpt-4o-mini', group: 'default,vip' })
    await relay.channel({ models: 'unknown-b', group: 'vip' })
    await relay.channel({ models: 'constructor', group: 'vip' })
    expect(await unpriced()).toEqual([
      { model: 'constructor', channels: 1, failed_calls: 0 },
      { model: 'unknown-a', channels: 1, failed_calls: 0 },
      { model: 'unknown-b', channels: 2, failed_calls: 0 },
    ])
    const token = await relay.token()
    expect((await relay.chat(token, { model: 'unknown-b' })).status).toBe(400)
    await relay.server.services.failedCalls.flush()
    expect(await unpriced()).toMatchObject([{ model: 'unknown-b', failed_calls: 1 }, {}, {}])

    await relay.option('ModelRatio', { 'unknown-b': 0 })
    await relay.option('ModelPrice', { constructor: 0.1 })
    expect(await unpriced()).toMatchObject([{ model: 'unknown-a' }])
    await relay.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.disabled } })
    expect(await unpriced()).toEqual([])
  })

  test('selling them at a common ratio does not make them priced; tasks have a usual price', async () => {
    await relay.channel({ models: 'unknown-c' })
    await relay.channel({ type: 36, models: 'suno_music' })
    await relay.option('SellUnpricedModelsEnabled', true)
    expect(await unpriced()).toMatchObject([{ model: 'unknown-c' }])
  })
})
