import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const { enabled, disabled, autoDisabled } = CHANNEL_STATUS

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  const db = () => server.services.store.db

  let models = 0
  const model = () => `batch-${++models}`
  const create = (fields: Record<string, unknown> = {}) => addChannel(root, { models: model(), ...fields })
  const set = (ids: unknown, status: number, dry_run = false) =>
    root.call(api.setChannelStatuses, { body: { ids, status, dry_run } as never })
  const stored = (id: number) => db().selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const abilities = (id: number) => db().selectFrom('abilities').selectAll().where('channel_id', '=', id).execute()
  const routed = (name: string) =>
    server.services.channels
      .tiers('default', name)
      .flat()
      .map(({ id }) => id)

  /** Creates an enabled, a disabled and an automatically disabled channel. */
  async function oneOfEach() {
    const [on, off, failed] = [await create(), await create(), await create()]
    await set([off.id], disabled)
    await set([failed.id], autoDisabled)
    return { on, off, failed, ids: [failed.id, on.id, off.id] }
  }

  describe('one status for many channels', () => {
    test('changes those that have another one, and tells the former', async () => {
      const { on, off, failed, ids } = await oneOfEach()
      expect(await set([...ids, on.id], disabled)).toMatchObject({
        success: true,
        data: {
          changed: [
            { id: on.id, former: enabled },
            { id: failed.id, former: autoDisabled },
          ],
          refused: [],
        },
      })
      for (const id of ids) {
        expect((await stored(id)).status).toBe(disabled)
        expect((await abilities(id)).map((row) => row.enabled)).toEqual([0])
      }
      expect([routed(on.models), routed(off.models)]).toEqual([[], []])
    })

    test('is routed by, and forgets why a channel was off, before the reply', async () => {
      const { failed, ids } = await oneOfEach()
      await db()
        .updateTable('channels')
        .set({ other_info: '{"status_reason":"slow","status_time":1}' })
        .where('id', '=', failed.id)
        .execute()
      expect((await set(ids, enabled)).data?.changed).toHaveLength(2)
      expect(routed(failed.models)).toEqual([failed.id])
      expect(await stored(failed.id)).toMatchObject({ status: enabled, other_info: '' })
      expect((await abilities(failed.id)).map((row) => row.enabled)).toEqual([1])
    })

    test('is audited for each change like a single one', async () => {
      const { on, off } = await oneOfEach()
      const before = (await auditsOf(server, 'channel', off.id)).length
      await set([on.id, off.id], disabled)
      const [audit] = (await auditsOf(server, 'channel', on.id)).slice(-1)
      expect(audit).toMatchObject({ action: 'channel.update', actor_name: 'root' })
      expect([JSON.parse(audit!.before).status, JSON.parse(audit!.after).status]).toEqual([enabled, disabled])
      expect(await auditsOf(server, 'channel', off.id)).toHaveLength(before)
    })

    test('names those that are gone, and changes the others', async () => {
      const { id } = await create()
      expect((await set([999_999, id], disabled)).data).toMatchObject({
        changed: [{ id, former: enabled }],
        refused: [{ id: 999_999, message: '渠道未找到，请刷新页面后重试。' }],
      })
    })

    test('by two at once changes each channel once', async () => {
      const ids = [(await create()).id, (await create()).id, (await create()).id]
      const answers = await Promise.all([set(ids, disabled), set([...ids].reverse(), disabled)])
      expect(answers.map(({ data }) => data!.changed.length).reduce((sum, count) => sum + count)).toBe(3)
    })

    test.each([[undefined], [[]], [['1']], [[1.5]], ['1'], [Array(1001).fill(1)]])('of %j is refused', async (ids) => {
      expect(await set(ids, disabled)).toMatchObject({ success: false, message: '参数错误' })
    })

    test.each([0, 4, -1])('%d is none', async (status) => {
      const { id } = await create()
      expect((await set([id], status)).success).toBe(false)
      expect((await stored(id)).status).toBe(enabled)
    })
  })

  describe('a dry run', () => {
    test('answers the same and changes nothing', async () => {
      const { ids, on } = await oneOfEach()
      const expected = (await set(ids, disabled, true)).data
      expect(routed(on.models)).toEqual([on.id])
      expect((await stored(on.id)).status).toBe(enabled)
      expect((await set(ids, disabled)).data).toEqual(expected!)
    })

    test('names the models that no other channel has in a group', async () => {
      const [shared, alone, half] = [model(), model(), model()]
      const ids = [
        (await create({ models: `${shared},${alone}` })).id,
        (await create({ models: half, group: 'default,vip' })).id,
      ]
      await create({ models: `${shared},${half}` })
      expect((await set(ids, disabled, true)).data?.unserved).toEqual([alone, half].sort())
      expect((await set(ids, enabled, true)).data?.unserved).toEqual([])
      await set(ids, disabled)
      expect((await set(ids, autoDisabled, true)).data?.unserved).toEqual([])
    })
  })
})
