import { expect, test } from 'bun:test'
import { getChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'
import { probeKeys } from './probe-keys.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const services = () => relay.server.services
  const keysOf = (id: number) =>
    services().store.db.selectFrom('channel_keys').selectAll().where('channel_id', '=', id).orderBy('id').execute()
  const statusOf = async (id: number) => (await relay.root.call(getChannel, { params: { id } })).data?.status
  const probe = () => probeKeys(services(), new AbortController().signal)
  /** Makes the time of the next test come. */
  const makeDue = (id: number) =>
    services().store.db.updateTable('channel_keys').set({ probe_at: 1 }).where('id', '=', id).execute()

  test('a stopped key is tested when its time has come, waits longer after each failure, and is used once it answers', async () => {
    const [model, token] = [relay.model(), await relay.token()]
    const key = 'sk-probed-key-1\nsk-probed-key-2'
    const { id } = await relay.channel({ models: model, key, mode: 'multi_to_single' })
    relay.upstream.set({ error: 401 }, 'sk-probed-key-1')
    expect((await relay.chat(token, { model })).status).toBe(200)
    await services().keyPools.flush()
    const [stopped] = await keysOf(id)
    const now = nowInSeconds()
    expect(stopped).toMatchObject({ status: KEY_STATUS.stopped, probes: 1 })
    expect(stopped!.probe_at - now).toBeWithin(50, 61)

    await probe()
    expect((await keysOf(id))[0]).toMatchObject({ probes: 1 })
    await makeDue(stopped!.id)
    await probe()
    const [again] = await keysOf(id)
    expect(again).toMatchObject({ status: KEY_STATUS.stopped, probes: 2 })
    expect(again!.probe_at - now).toBeWithin(110, 150)

    relay.upstream.set({}, 'sk-probed-key-1')
    await makeDue(stopped!.id)
    await probe()
    expect((await keysOf(id))[0]).toMatchObject({ status: KEY_STATUS.enabled, reason: '', probe_at: 0 })
    const before = relay.tried(model).length
    for (let n = 0; n < 2; n++) await relay.chat(token, { model })
    expect(relay.tried(model).slice(before).sort()).toEqual(['sk-probed-key-1', 'sk-probed-key-2'])
  })

  test('the first key that answers again enables the channel that was disabled without any', async () => {
    await relay.option('AutomaticDisableChannelEnabled', true)
    await relay.option('AutomaticEnableChannelEnabled', true)
    const [model, token] = [relay.model(), await relay.token()]
    const keys = ['sk-all-dead-1', 'sk-all-dead-2']
    const { id } = await relay.channel({ models: model, key: keys.join('\n'), mode: 'multi_to_single' })
    for (const one of keys) relay.upstream.set({ error: 401 }, one)
    expect((await relay.chat(token, { model })).status).not.toBe(200)
    await until(async () => (await statusOf(id)) === CHANNEL_STATUS.autoDisabled)
    await services().keyPools.flush()
    relay.upstream.set({}, keys[1]!)
    for (const one of await keysOf(id)) await makeDue(one.id)
    await probe()
    expect((await keysOf(id)).map(({ status }) => status)).toEqual([KEY_STATUS.stopped, KEY_STATUS.enabled])
    expect(await statusOf(id)).toBe(CHANNEL_STATUS.enabled)
    expect((await relay.chat(token, { model })).status).toBe(200)
  })
})
