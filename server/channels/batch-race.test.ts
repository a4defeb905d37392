import { describe, expect, test } from 'bun:test'
import * as batch from '#contract/api/channel-batch.ts'
import * as api from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const MOMENT_MS = 100

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  const read = async (id: number) => (await root.call(api.getChannel, { params: { id } })).data!

  describe('a change of all channels that match, while another administrator changes them', () => {
    test.each([
      ['switched off', { status: CHANNEL_STATUS.disabled }],
      ['renamed', { name: 'theirs' }],
    ])('leaves alone what was %s meanwhile', async (how, theirs) => {
      const name = `mine-${how}`
      const [one, two] = [
        await addChannel(root, { name, models: name }),
        await addChannel(root, { name, models: name }),
      ]
      const { db } = server.services.store
      const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const other = db.transaction().execute(async (trx) => {
        await trx.updateTable('channels').set(theirs).where('id', '=', one.id).execute()
        isWritten()
        await ended
      })
      await written
      const filter = { keyword: name, status: CHANNEL_STATUS.enabled }
      const mine = root.call(batch.patchChannels, { body: { filter, patch: { weight: 9 } } })
      // By now it has read which channels match, and waits for the one that is being changed.
      await Bun.sleep(MOMENT_MS)
      end()
      await other
      const { data } = await mine
      expect(data).toMatchObject({ changed: [{ id: two.id }], unchanged: [], refused: [] })
      expect((await read(one.id)).weight).toBe(0)
      expect((await read(two.id)).weight).toBe(9)
    })

    test('and forgets what was deleted meanwhile', async () => {
      const name = 'mine-deleted'
      const [one, two] = [
        await addChannel(root, { name, models: name }),
        await addChannel(root, { name, models: name }),
      ]
      const [mine] = await Promise.all([
        root.call(batch.patchChannels, { body: { filter: { keyword: name }, patch: { weight: 9 } } }),
        root.call(api.deleteChannel, { params: { id: one.id } }),
      ])
      expect(mine.data?.refused).toEqual([])
      expect((await read(two.id)).weight).toBe(9)
    })
  })
})
