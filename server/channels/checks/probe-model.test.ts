import { expect, test } from 'bun:test'
import { updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { probeModel } from './probe-model.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const probe = (id: number, model: string) => probeModel(relay.server.services, id, model)

  test('a probe asks the upstream once, tells what it says without the key, and leaves no trace', async () => {
    const model = relay.model()
    const { id, key } = await relay.channel({ models: model })
    expect(await probe(id, model)).toEqual({ served: true })
    expect(relay.tried(model)).toEqual([key])
    relay.upstream.set({ error: 500 }, key)
    expect(await probe(id, model)).toMatchObject({ served: false, failure: { kind: 'server', status: 500 } })
    relay.upstream.set({ error: 401 }, key)
    const refused = await probe(id, model)
    expect(refused).toMatchObject({ served: false, failure: { kind: 'key', status: 401 } })
    expect(JSON.stringify(refused)).not.toContain(key)
    const { db } = relay.server.services.store
    expect(await db.selectFrom('logs').select('id').where('model_name', '=', model).execute()).toEqual([])
    expect(await db.selectFrom('channel_tests').selectAll().where('channel_id', '=', id).execute()).toEqual([])
  })

  test('nothing is sent to a disabled channel, for a model that it does not have, or where no channel is', async () => {
    const model = relay.model()
    const { id } = await relay.channel({ models: model })
    expect(await probe(id, 'another')).toBeUndefined()
    expect(await probe(9_999_999, model)).toBeUndefined()
    await relay.root.call(updateChannel, { body: { id, status: CHANNEL_STATUS.disabled } })
    expect(await probe(id, model)).toBeUndefined()
    expect(relay.tried(model)).toEqual([])
  })
})
