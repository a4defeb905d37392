import { describe, expect, test } from 'bun:test'
import * as batch from '#contract/api/channel-batch.ts'
import * as api from '#contract/api/channels.ts'
import { setOption } from '#contract/api/options.ts'
import { errors } from '#contract/errors.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  let made = 0
  const create = (fields: Record<string, unknown> = {}) => addChannel(root, { models: `undo-${++made}`, ...fields })
  const patch = async (ids: number[], fields: batch.ChannelPatch) =>
    (await root.call(batch.patchChannels, { body: { ids, patch: fields } })).data!
  const undo = (change: string, ids: number[]) => root.call(batch.undoChannelPatch, { body: { change, ids } })
  const read = async (id: number) => (await root.call(api.getChannel, { params: { id } })).data!

  describe('taking back a change of many channels', () => {
    test('gives each exactly what it had, routes by it and is audited', async () => {
      const [model] = ['undo-routed']
      const fields = { models: `b,${model},a`, group: 'vip,default' }
      const [one, two] = [await create({ ...fields, priority: 3 }), await create({ weight: 2 })]
      const ids = [one.id, two.id]
      const before = await Promise.all(ids.map(read))
      const { change } = await patch(ids, { priority: 9, weight: 9, auto_ban: 0, models: 'z', group_remove: 'vip' })
      expect(server.services.channels.tiers('default', model)).toEqual([])

      const { data } = await undo(change, ids)
      expect(data).toMatchObject({ changed: [{ id: one.id, after: { priority: 3 } }, { id: two.id }], refused: [] })
      expect(await Promise.all(ids.map(read))).toEqual(before)
      expect(server.services.channels.tiers('vip', model)[0]?.[0]?.id).toBe(one.id)
      const audits = await auditsOf(server, 'channel', one.id)
      expect(audits.at(-1)).toMatchObject({ action: 'channel.update', request_id: data!.change })
      // An undo is a change like any other.
      await undo(data!.change, ids)
      expect((await read(one.id)).models).toBe('z')
    })

    test('leaves alone what was changed again, and keeps other edits', async () => {
      const channels = await Promise.all([create(), create(), create()])
      const [renamed, again, third] = channels.map(({ id }) => id) as [number, number, number]
      const { change } = await patch([renamed, again, third], { priority: 9, weight: 9 })
      await root.call(api.updateChannel, { body: { id: renamed, name: 'renamed' } })
      await root.call(api.updateChannel, { body: { id: again, weight: 1 } })
      const { data } = await undo(change, [again, renamed, third])
      expect(data?.changed.map(({ id }) => id)).toEqual([renamed, third])
      expect(data?.refused).toEqual([{ id: again, message: errors.channel_changed_again.zh }])
      expect(await read(renamed)).toMatchObject({ name: 'renamed', priority: 0, weight: 0 })
      expect(await read(again)).toMatchObject({ priority: 9, weight: 1 })
    })

    test('brings no group back that has left the ratios, and says which', async () => {
      const groups = { default: 1, vip: 1, svip: 1 }
      const ratios = (value: object) =>
        root.call(setOption, { body: { key: 'GroupRatio', value: JSON.stringify(value) } })
      await ratios({ ...groups, gone: 2 })
      const [left, kept] = [await create({ group: 'default,gone' }), await create({ group: 'default,gone' })]
      const { change } = await patch([left.id, kept.id], { group_remove: 'gone', priority: 7 })
      const { change: other } = await patch([kept.id], { weight: 5 })
      await ratios(groups)
      const { data } = await undo(change, [left.id, kept.id])
      const message = errors.group_unknown.zh.replace('{group}', 'gone')
      expect(data?.refused).toEqual([left.id, kept.id].map((id) => ({ id, message })))
      expect(await read(left.id)).toMatchObject({ group: 'default', priority: 7 })
      expect((await undo(other, [kept.id])).data?.refused).toEqual([])
      await ratios({ ...groups, gone: 2 })
      expect((await undo(change, [left.id])).data?.refused).toEqual([])
      expect(await read(left.id)).toMatchObject({ group: 'default,gone', priority: 0 })
      await root.call(api.updateChannel, { body: { id: left.id, group: 'default' } })
      await root.call(api.updateChannel, { body: { id: kept.id, group: 'default' } })
      await ratios(groups)
    })

    test('twice does it once', async () => {
      const { id } = await create()
      const { change } = await patch([id], { priority: 9 })
      expect((await undo(change, [id, id])).data?.changed).toHaveLength(1)
      expect((await undo(change, [id])).data).toMatchObject({
        change: '',
        changed: [],
        refused: [{ id, message: errors.channel_changed_again.zh }],
      })
    })

    test('knows nothing of other requests and of channels that are gone', async () => {
      const [kept, gone] = [await create(), await create()]
      const { change } = await patch([kept.id, gone.id], { priority: 9 })
      await root.call(api.deleteChannel, { params: { id: gone.id } })
      expect((await undo('nonsense', [kept.id])).data?.refused).toEqual([
        { id: kept.id, message: errors.channel_change_unknown.zh },
      ])
      expect((await undo(change, [gone.id])).data?.refused).toEqual([
        { id: gone.id, message: errors.channel_not_found.zh },
      ])
      const [created] = await auditsOf(server, 'channel', kept.id)
      expect((await undo(created!.request_id, [kept.id])).data?.refused).toEqual([
        { id: kept.id, message: errors.channel_change_unknown.zh },
      ])
      expect((await read(kept.id)).priority).toBe(9)
    })
  })
})
