import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/channels.ts'
import { errorText } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  let models = 0
  const model = () => `toolbar-${++models}`
  const create = (fields: Record<string, unknown> = {}) => addChannel(root, { models: model(), ...fields })
  const setStatus = (id: number, status: number) => root.call(api.updateChannel, { body: { id, status } })
  const stored = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()
  const abilities = (id: number) => db().selectFrom('abilities').selectAll().where('channel_id', '=', id).execute()
  const audits = (id: number | string) => auditsOf(server, 'channel', id)
  const routed = (name: string) =>
    server.services.channels
      .tiers('default', name)
      .flat()
      .map(({ id }) => id)

  describe('deleting what is switched off', () => {
    test('takes both kinds with their routing rows, and nothing else', async () => {
      const on = await create()
      const off = await create()
      const failed = await create()
      await setStatus(off.id, CHANNEL_STATUS.disabled)
      await setStatus(failed.id, CHANNEL_STATUS.autoDisabled)
      expect(await root.call(api.deleteDisabledChannels, {})).toMatchObject({ success: true, data: 2 })
      for (const { id } of [off, failed]) {
        expect([await stored(id), await abilities(id)]).toEqual([undefined, []])
        expect((await audits(id)).at(-1)).toMatchObject({ action: 'channel.delete', actor_name: 'root', after: '' })
      }
      expect(routed(on.models)).toEqual([on.id])
      expect((await root.call(api.deleteDisabledChannels, {})).data).toBe(0)
    })
  })

  describe('deleting a selection', () => {
    const remove = (ids: unknown) => root.call(api.deleteChannels, { body: { ids } as never })

    test('counts what there was and ends routing before the reply', async () => {
      const [a, b, rest] = [await create(), await create(), await create()]
      expect((await remove([a.id, b.id, b.id, 999_999])).data).toBe(2)
      expect([routed(a.models), routed(b.models), routed(rest.models)]).toEqual([[], [], [rest.id]])
      expect([await abilities(a.id), await abilities(b.id)]).toEqual([[], []])
      expect((await audits(a.id)).at(-1)).toMatchObject({ action: 'channel.delete' })
    })

    test('by two at once counts each channel once', async () => {
      const ids = [(await create()).id, (await create()).id, (await create()).id]
      const counts = await Promise.all([remove(ids), remove([...ids].reverse())])
      expect(counts.map(({ data }) => data!).reduce((sum, count) => sum + count)).toBe(3)
    })

    test.each([[undefined], [[]], [['1']], [[1.5]], ['1'], [Array(1001).fill(1)]])('%j is refused', async (ids) => {
      expect(await remove(ids)).toMatchObject({ success: false, message: '参数错误' })
    })

    test('a change of a channel that is deleted at the same time is not found, and leaves no routing', async () => {
      for (let round = 0; round < 10; round++) {
        const { id } = await create()
        const [changed] = await Promise.all([
          root.call(api.updateChannel, { body: { id, name: 'x', priority: round } }),
          remove([id]),
        ])
        if (!changed.success) expect(changed.message).toBe('渠道未找到，请刷新页面后重试。')
        expect([await stored(id), await abilities(id)]).toEqual([undefined, []])
      }
    })
  })

  describe('copying', () => {
    const copy = (id: number) => root.call(api.copyChannel, { params: { id } })

    test('takes everything along, the key too, and begins the counters anew', async () => {
      const source = await create({
        name: 'origin',
        key: 'sk-copied',
        group: 'default,vip',
        priority: 5,
        weight: 2,
        base_url: 'https://a.example',
        model_mapping: '{"a":"b"}',
        settings: '{"abort_policy":"drain"}',
      })
      const counters = { used_quota: 9, balance: 1.5, balance_updated_time: 3, response_time: 4, test_time: 5 }
      await db()
        .updateTable('channels')
        .set({ ...counters, created_time: 1 })
        .where('id', '=', source.id)
        .execute()
      const { data } = await copy(source.id)
      const { id, created_time, ...same } = source
      expect(data).toMatchObject({ ...same, name: 'origin_复制' })
      expect(data!.id).not.toBe(id)
      expect(Math.abs(data!.created_time - created_time)).toBeLessThan(60)
      expect(server.services.channels.byId(data!.id)?.key).toBe('sk-copied')
      expect(routed(source.models).sort()).toEqual([id, data!.id].sort())
      expect(await abilities(data!.id)).toHaveLength(2)
      expect(await stored(id)).toMatchObject({ ...counters, name: 'origin' })
      const [audit] = await audits(data!.id)
      expect(JSON.parse(audit!.after)).toMatchObject({ copy_of: id, key: '' })
    })

    test('of a channel that is off is off', async () => {
      const { id, models } = await create()
      await setStatus(id, CHANNEL_STATUS.disabled)
      expect((await copy(id)).data?.status).toBe(CHANNEL_STATUS.disabled)
      expect(routed(models)).toEqual([])
    })

    test('keeps the name within its limit', async () => {
      const { id } = await create({ name: 'x'.repeat(100) })
      const { data } = await copy(id)
      expect(data?.name).toBe(`${'x'.repeat(97)}_复制`)
      expect((await root.call(api.updateChannel, { body: { ...data!, weight: 1 } })).success).toBe(true)
    })

    test('with changes takes the key and the status along, unless there is a key of its own', async () => {
      const source = await create({ name: 'origin', key: 'sk-copied' })
      await setStatus(source.id, CHANNEL_STATUS.disabled)
      const edited = { type: 1, name: 'edited', models: 'other', group: 'default' }
      const make = async (more: object) => {
        const { data, message } = await root.call(api.createChannel, { body: { ...edited, ...more } })
        return {
          message,
          channels: data?.map(({ id, status }) => ({ status, key: server.services.channels.byId(id)?.key })),
        }
      }
      const copied = { status: CHANNEL_STATUS.disabled, key: 'sk-copied' }
      const fresh = { status: CHANNEL_STATUS.enabled, key: 'sk-own' }
      expect(await make({ copy_of: source.id, key: '' })).toMatchObject({ channels: [copied] })
      expect(await make({ copy_of: source.id, key: 'sk-own' })).toMatchObject({ channels: [fresh] })
      expect(await make({ copy_of: source.id, type: 18 })).toMatchObject({
        message: errorText('channel_key_spark', 'zh'),
      })
      expect(await make({ copy_of: 999_999 })).toMatchObject({ message: errorText('channel_not_found', 'zh') })
      expect(await make({})).toMatchObject({ message: errorText('channel_name_key_required', 'zh') })
      const { id } = (await db().selectFrom('channels').select('id').where('name', '=', 'edited').executeTakeFirst())!
      expect(JSON.parse((await audits(id))[0]!.after)).toMatchObject({ copy_of: source.id, key: '' })
    })

    test('of an unknown channel is not found', async () => {
      expect((await copy(999_999)).message).toBe('渠道未找到，请刷新页面后重试。')
    })
  })

  describe('repairing', () => {
    const repair = async () => {
      const answer = await root.call(api.repairChannels, {})
      return { data: answer.data, report: (answer as unknown as { report: api.RepairReport }).report }
    }
    const insert = (rows: { group?: string; model: string; channel_id: number }[]) =>
      db()
        .insertInto('abilities')
        .values(rows.map((row) => ({ group: 'default', enabled: 1, priority: 0, weight: 0, ...row })))
        .execute()

    test('of what agrees changes nothing', async () => {
      await create()
      const before = (await audits('all')).length
      const { data, report } = await repair()
      const channels = (await db().selectFrom('channels').select('id').execute()).length
      expect(data).toBe(0)
      expect(report).toEqual({ channels, repaired: [], missing: 0, surplus: 0, outdated: 0, orphaned: 0 })
      expect(await audits('all')).toHaveLength(before)
    })

    test('finds what is missing, surplus, outdated and orphaned, and tells so', async () => {
      const lacks = await create({ models: 'r1,r2', group: 'default,vip' })
      const extra = await create()
      const old = await create({ priority: 3 })
      const fine = await create()
      await db().deleteFrom('abilities').where('channel_id', '=', lacks.id).where('model', '=', 'r1').execute()
      await insert([
        { model: 'nobody-has-this', channel_id: extra.id },
        { model: 'a', channel_id: 888_888 },
        { model: 'b', channel_id: 888_888 },
        { model: 'a', channel_id: 888_889 },
      ])
      await db().updateTable('abilities').set({ priority: 1, enabled: 0 }).where('channel_id', '=', old.id).execute()
      const expected = { missing: 2, surplus: 1, outdated: 1, orphaned: 3, repaired: [lacks.id, extra.id, old.id] }
      const { data, report } = await repair()
      expect(data).toBe(3)
      expect(report).toMatchObject(expected)
      expect(await abilities(lacks.id)).toHaveLength(4)
      expect((await abilities(extra.id)).map(({ model }) => model)).toEqual([extra.models])
      expect(await abilities(old.id)).toMatchObject([{ priority: 3, enabled: 1 }])
      expect(await abilities(fine.id)).toHaveLength(1)
      expect(await abilities(888_888)).toEqual([])
      const audit = (await audits('all')).at(-1)!
      expect(audit).toMatchObject({ action: 'channel.update', target_kind: 'channel', actor_name: 'root' })
      expect(JSON.parse(audit.after)).toMatchObject(expected)
      expect((await repair()).data).toBe(0)
    })

    test('routes by the database afterwards, also where it was changed by hand', async () => {
      const channel = await create()
      const name = model()
      await db().updateTable('channels').set({ models: name }).where('id', '=', channel.id).execute()
      expect((await repair()).report.repaired).toEqual([channel.id])
      expect([routed(channel.models), routed(name)]).toEqual([[], [channel.id]])
    })

    test('removes what is left when there is no channel at all', async () => {
      const ids = (await db().selectFrom('channels').select('id').execute()).map(({ id }) => id)
      await db().deleteFrom('channels').execute()
      expect((await repair()).report.orphaned).toBeGreaterThanOrEqual(ids.length)
      expect(await db().selectFrom('abilities').selectAll().execute()).toEqual([])
    })

    test('while channels come, change and go leaves an index that agrees', async () => {
      const kept = await Promise.all(Array.from({ length: 5 }, () => create()))
      const acts = kept.flatMap(({ id }, index) => [
        root.call(api.updateChannel, { body: { id, models: `${model()},${model()}`, priority: index } }),
        repair(),
        create(),
      ])
      await Promise.all([...acts, root.call(api.deleteChannels, { body: { ids: [kept[0]!.id] } })])
      expect((await repair()).report).toMatchObject({ repaired: [], orphaned: 0 })
    })
  })
})
