import { describe, expect, test } from 'bun:test'
import { MAX_BATCH } from '#contract/api/batch.ts'
import type { ChannelPatch } from '#contract/api/channel-batch.ts'
import * as batch from '#contract/api/channel-batch.ts'
import * as api from '#contract/api/channels.ts'
import { errors } from '#contract/errors.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  let made = 0
  const unused = () => `patch-${++made}`
  const create = (fields: Record<string, unknown> = {}) => addChannel(root, { models: unused(), ...fields })
  const send = (body: Record<string, unknown>) => root.call(batch.patchChannels, { body: body as never })
  const patch = (ids: number[], fields: ChannelPatch) => send({ ids, patch: fields })
  const preview = (ids: number[], fields: ChannelPatch) => send({ ids, patch: fields, dry_run: true })
  const stored = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const abilities = (id: number) =>
    db()
      .selectFrom('abilities')
      .select(['group', 'model', 'priority', 'weight'])
      .where('channel_id', '=', id)
      .orderBy('group')
      .orderBy('model')
      .execute()
  const routed = (model: string, group = 'default') =>
    server.services.channels.tiers(group, model).map((tier) => tier.map(({ id }) => id))

  describe('fields of many channels', () => {
    test('are written where they differ, and told before and after', async () => {
      const [one, two, three] = [await create(), await create({ priority: 9 }), await create({ priority: -3 })]
      const { data } = await patch([three.id, one.id, two.id], { priority: 9, weight: 4 })
      expect(data).toMatchObject({
        changed: [
          { id: one.id, name: 'main', before: { priority: 0, weight: 0 }, after: { priority: 9, weight: 4 } },
          { id: two.id, before: { weight: 0 }, after: { weight: 4 } },
          { id: three.id, before: { priority: -3, weight: 0 }, after: { priority: 9, weight: 4 } },
        ],
        unchanged: [],
        refused: [],
        unserved: [],
      })
      expect(data?.changed[1]?.after).toEqual({ weight: 4 })
      for (const { id } of [one, two, three]) {
        expect(await stored(id)).toMatchObject({ priority: 9, weight: 4, group: 'default', auto_ban: 1 })
        expect(await abilities(id)).toMatchObject([{ priority: 9, weight: 4 }])
      }
    })

    test('are limits too: those that are named, or all of them, and they are given back', async () => {
      const [one, two] = [await create({ limits: { rpm: 5, tpd: 9 } }), await create()]
      const { data } = await patch([one.id, two.id], { limits_add: { rpm: 60 } })
      expect(data?.changed.map(({ after }) => JSON.parse(after.limits ?? ''))).toEqual([
        { rpm: 60, tpd: 9 },
        { rpm: 60 },
      ])
      expect(server.services.channels.byId(one.id)?.limits).toEqual({ rpm: 60, tpd: 9 })
      const ids = [one.id, two.id]
      await root.call(batch.undoChannelPatch, { body: { change: data?.change ?? '', ids } })
      expect([await stored(one.id), await stored(two.id)].map(({ limits }) => limits)).toEqual([
        '{"rpm":5,"tpd":9}',
        '',
      ])
      await patch(ids, { limits: { concurrency: 4 } })
      expect((await stored(one.id)).limits).toBe('{"concurrency":4}')
      expect((await patch(ids, { limits: null, limits_add: { rpm: 1 } })).message).toBe(errors.channel_patch_unclear.zh)
      expect((await patch(ids, { limits: { rpm: -1 } })).success).toBe(false)
    })

    test('are routed by before the reply', async () => {
      const model = unused()
      const [low, high] = [await create({ models: model }), await create({ models: model, priority: 5 })]
      expect(routed(model)).toEqual([[high.id], [low.id]])
      await patch([low.id], { priority: 6 })
      expect(routed(model)).toEqual([[low.id], [high.id]])
      await patch([low.id, high.id], { models_add: `${model}-new`, group: 'vip' })
      expect([routed(model), routed(`${model}-new`, 'vip')]).toEqual([[], [[low.id], [high.id]]])
      expect((await abilities(low.id)).map((row) => [row.group, row.model])).toEqual([
        ['vip', model],
        ['vip', `${model}-new`],
      ])
    })

    test('are audited for each channel that changes, like a single change', async () => {
      const [one, same] = [await create(), await create({ priority: 3 })]
      const { data } = await patch([one.id, same.id], { priority: 3 })
      expect(data?.unchanged).toEqual([{ id: same.id, name: same.name }])
      const [audit] = (await auditsOf(server, 'channel', one.id)).slice(-1)
      expect(audit).toMatchObject({ action: 'channel.update', actor_name: 'root', request_id: data!.change })
      expect([JSON.parse(audit!.before).priority, JSON.parse(audit!.after).priority]).toEqual([0, 3])
      expect(audit!.after).not.toContain('sk-')
      expect(await auditsOf(server, 'channel', same.id)).toHaveLength(1)
    })

    test('leave alone what somebody else writes at the same time', async () => {
      const channels = await Promise.all([create(), create(), create()])
      const ids = channels.map(({ id }) => id)
      const models = unused()
      await Promise.all([
        ...ids.map((id, index) => root.call(api.updateChannel, { body: { id, name: `renamed-${index}`, weight: 8 } })),
        patch(ids, { models_add: models }),
        patch([...ids].reverse(), { models_add: `${models}-b`, priority: 2 }),
      ])
      for (const [index, channel] of channels.entries()) {
        const row = await stored(channel.id)
        expect(row).toMatchObject({ name: `renamed-${index}`, weight: 8, priority: 2 })
        expect(row.models.split(',').sort()).toEqual([channel.models, models, `${models}-b`].sort())
        expect(await abilities(channel.id)).toMatchObject(Array(3).fill({ priority: 2, weight: 8 }))
      }
    })

    test('leave a routing index that needs no repair', async () => {
      const first = await create({ models: 'm1,m2', group: 'default' })
      const ids = [first.id, (await create({ models: 'm2,m3', group: 'default,vip', priority: 4 })).id]
      await patch(ids, { models_add: 'm4,m1', models_remove: 'm2', group_add: 'vip', priority: 4, weight: 2 })
      await patch(ids, { group_remove: 'default', models_add: 'm5' })
      // A row that is already in the index, for whatever reason.
      const odd = { group: 'vip', model: 'm6', channel_id: first.id, enabled: 0, priority: 0, weight: 0 }
      await db().insertInto('abilities').values(odd).execute()
      await patch(ids, { models_add: 'm6', weight: 3 })
      expect((await stored(first.id)).models).toBe('m1,m4,m5,m6')
      expect(await abilities(first.id)).toHaveLength(4)
      const { report } = (await root.call(api.repairChannels, {})) as unknown as { report: api.RepairReport }
      expect(report.repaired.filter((id) => ids.includes(id))).toEqual([])
    })

    test('of channels that are gone are told as such, and the others change', async () => {
      const { id } = await create()
      expect((await patch([999_999, id, id], { weight: 2 })).data).toMatchObject({
        changed: [{ id }],
        refused: [{ id: 999_999, message: errors.channel_not_found.zh }],
      })
    })
  })

  describe('a dry run', () => {
    test('answers the same and stores nothing', async () => {
      const ids = [(await create()).id, (await create({ priority: 7 })).id]
      const expected = (await preview(ids, { priority: 7, models_add: 'x' })).data
      expect(expected).toMatchObject({
        change: '',
        changed: [{ id: ids[0] }, { id: ids[1], after: { models: expect.stringMatching(/,x$/) } }],
      })
      expect((await stored(ids[0]!)).priority).toBe(0)
      expect(await auditsOf(server, 'channel', ids[0]!)).toHaveLength(1)
      const { data } = await patch(ids, { priority: 7, models_add: 'x' })
      expect(data).toEqual({ ...expected!, change: data!.change })
      expect(data!.change).not.toBe('')
    })

    test('names the models that a group loses', async () => {
      const [kept, lost, off] = [unused(), unused(), unused()]
      const models = `${kept},${lost},${off}`
      const ids = [(await create({ models, group: 'default,vip' })).id, (await create({ models })).id]
      await create({ models: kept })
      await create({ models: kept, group: 'vip' })
      const disabled = await create({ models: off })
      await root.call(api.updateChannel, { body: { id: disabled.id, status: CHANNEL_STATUS.disabled } })
      const unservedBy = async (fields: ChannelPatch, of = ids) => (await preview(of, fields)).data?.unserved
      expect(await unservedBy({ models: 'other' })).toEqual([lost, off].sort())
      expect(await unservedBy({ models: 'other' }, [ids[1]!])).toEqual([])
      expect(await unservedBy({ group_remove: 'vip' })).toEqual([lost, off].sort())
      expect(await unservedBy({ models: 'other' }, [disabled.id])).toEqual([])
      // The second channel takes over what the first one gives up.
      expect(await unservedBy({ group: 'vip' })).toEqual([lost, off].sort())
      expect(await unservedBy({ group: 'vip,default' })).toEqual([])
    })
  })

  describe('a filter', () => {
    test('means what it means to the list', async () => {
      const name = unused()
      const ids = [(await create({ name })).id, (await create({ name: `${name}-b`, group: 'vip' })).id]
      await create({ name: 'else' })
      const found = async (filter: Record<string, unknown>) =>
        (await send({ filter, patch: { weight: 77 }, dry_run: true })).data?.changed.map(({ id }) => id)
      expect(await found({ keyword: name })).toEqual(ids)
      expect(await found({ keyword: name, group: 'vip' })).toEqual([ids[1]!])
      expect(await found({ keyword: name, status: CHANNEL_STATUS.disabled })).toEqual([])
      expect(await found({ keyword: name, type: 1, model: 'patch-' })).toEqual(ids)
      expect(await found({ keyword: name, test: 'failed' })).toEqual([])
      await send({ filter: { keyword: `${name}-b` }, patch: { weight: 77 } })
      expect([(await stored(ids[0]!)).weight, (await stored(ids[1]!)).weight]).toEqual([0, 77])
    })

    test('that too many match is refused with how many', async () => {
      const name = unused()
      const keys = Array.from({ length: 1001 }, (_, index) => `sk-${name}-${index}`).join('\n')
      await create({ name, key: keys })
      const message = errors.channel_scope_too_large.zh.replace('{count}', '1001').replace('{max}', '1000')
      expect(await send({ filter: { keyword: name }, patch: { weight: 1 } })).toMatchObject({ success: false, message })
    }, 60_000)
  })

  describe('is refused as a whole', () => {
    test.each([
      [{ models_remove: 'only' }, errors.channel_patch_no_models.zh],
      [{ group_remove: 'default' }, errors.channel_patch_no_groups.zh],
    ])('%j where nothing would be left, and those are named', async (fields, message) => {
      const [keeps, loses] = [
        await create({ models: 'only,more', group: 'default,vip' }),
        await create({ models: 'only', name: 'emptied' }),
      ]
      for (const dry_run of [true, false]) {
        const answer = await send({ ids: [keeps.id, loses.id], patch: { ...fields, priority: 5 }, dry_run })
        expect(answer).toMatchObject({ success: false, message: message.replace('{names}', 'emptied') })
      }
      expect(await stored(keeps.id)).toMatchObject({ models: 'only,more', group: 'default,vip', priority: 0 })
    })

    test('a group that does not exist, unless the channel has it already', async () => {
      const [one, odd] = [await create(), await create()]
      await db().updateTable('channels').set({ group: 'gone' }).where('id', '=', odd.id).execute()
      const message = errors.group_unknown.zh.replace('{group}', 'gone')
      expect(await patch([odd.id, one.id], { group_add: 'gone' })).toMatchObject({ success: false, message })
      expect((await patch([odd.id], { group_add: 'default' })).success).toBe(true)
      expect((await stored(odd.id)).group).toBe('gone,default')
    })

    test('more ids than there is room for', async () => {
      const message = errors.channel_scope_size.zh
      expect(message).toContain(String(MAX_BATCH))
      expect(await patch(Array(MAX_BATCH + 1).fill(1), { weight: 1 })).toMatchObject({ success: false, message })
    })

    test.each([
      [{ patch: { weight: 1 } }, errors.channel_scope_unclear.zh],
      [{ ids: [1], filter: {}, patch: { weight: 1 } }, errors.channel_scope_unclear.zh],
      [{ ids: [1], patch: {} }, errors.channel_patch_empty.zh],
      [{ ids: [1], patch: { models: 'a', models_add: 'b' } }, errors.channel_patch_unclear.zh],
      [{ ids: [1], patch: { group_add: 'a,b', group_remove: 'b' } }, errors.channel_patch_unclear.zh],
      [{ ids: [1], patch: { models_add: ' , ' } }, errors.channel_models_required.zh],
      [{ ids: [1], patch: { group: '' } }, errors.channel_groups_required.zh],
      [{ ids: [], patch: { weight: 1 } }, errors.channel_scope_size.zh],
      [{ ids: ['1'], patch: { weight: 1 } }, errors.channel_scope_size.zh],
      ...[{ weight: -1 }, { priority: -1000 }, { priority: 1.5 }, { auto_ban: 2 }].map((fields): [object, string] => [
        { ids: [1], patch: fields },
        errors.invalid_parameters.zh,
      ]),
      [{ ids: [1], patch: { wieght: 1 } }, errors.channel_patch_unknown.zh],
      [{ ids: [1], patch: { weight: 1, key: 'sk-1' } }, errors.channel_patch_unknown.zh],
      [{ filter: { grup: 'vip' }, patch: { weight: 1 } }, errors.invalid_parameters.zh],
    ])('%j', async (body, message) => {
      expect(await send(body as Record<string, unknown>)).toMatchObject({ success: false, message })
    })
  })
})
