import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/audits.ts'
import { setOption } from '#contract/api/options.ts'
import { createRedemptions } from '#contract/api/redemption.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let admin: LoggedIn

  beforeAll(async () => {
    admin = await server.login((await server.addUser({ username: 'admin', role: ROLE.admin })).username, PASSWORD)
    const row = {
      actor_id: 7,
      actor_name: 'eve',
      target_kind: 'channel',
      before: '',
      after: '',
      ip: '',
      request_id: '',
    }
    await server.services.store.db
      .insertInto('audits')
      .values([
        { ...row, action: 'channel.create', target_id: '5', created_at: 1000 },
        { ...row, action: 'channel.update', target_id: '5', created_at: 2000 },
        { ...row, action: 'channel.update', target_id: '6', created_at: 3000 },
        { ...row, action: 'channels.update', target_id: '7', created_at: 4000 },
      ])
      .execute()
  })

  const list = async (query: Record<string, unknown>, who = root) => {
    const answer = await who.call(api.listAudits, { query: query as never })
    return { times: answer.data?.map(({ created_at }) => created_at), total: answer.total }
  }

  test('tells who did what, from where, in which call', async () => {
    await root.call(setOption, { body: { key: 'Footer', value: 'two' } })
    const { data } = await root.call(api.listAudits, { query: { target_kind: 'option' } })
    expect(data).toHaveLength(1)
    expect(data![0]).toMatchObject({
      actor_id: 1,
      actor_name: 'root',
      action: 'option.update',
      target_id: 'Footer',
      before: '""',
      after: '"two"',
      ip: '127.0.0.1',
    })
    expect(data![0]!.request_id).toMatch(/^\d{23}\w{8}$/)
  })

  test('names the target as it is called now, and nothing that is gone', async () => {
    const user = await server.addUser({ username: 'renamed' })
    const row = { actor_id: 1, actor_name: 'root', before: '', after: '', ip: '', request_id: '', action: 'x.update' }
    await server.services.store.db
      .insertInto('audits')
      .values([
        { ...row, target_kind: 'user', target_id: String(user.id), created_at: 100 },
        { ...row, target_kind: 'user', target_id: '999999', created_at: 100 },
        { ...row, target_kind: 'incident', target_id: 'no number', created_at: 100 },
      ])
      .execute()
    const { data } = await root.call(api.listAudits, { query: { action: 'x.update' } })
    expect(data!.map(({ target_name }) => target_name)).toEqual(['', '', 'renamed'])
  })

  describe('is filtered', () => {
    test.each([
      ['by the id of who did it', { actor: '7' }, [4000, 3000, 2000, 1000]],
      ['by the name of who did it', { actor: 'eve' }, [4000, 3000, 2000, 1000]],
      ['by action', { actor: 'eve', action: 'channel.update' }, [3000, 2000]],
      ['by kind of action', { actor: 'eve', action: 'channel' }, [3000, 2000, 1000]],
      ['by target', { target_kind: 'channel', target_id: '5' }, [2000, 1000]],
      ['by time', { start_timestamp: 2000, end_timestamp: 3000 }, [3000, 2000]],
      ['oldest first', { actor: 'eve', order: 'asc' }, [1000, 2000, 3000, 4000]],
    ])('%s', async (_, query, times) => {
      expect(await list(query)).toEqual({ times, total: times.length })
    })
  })

  test('has pages', async () => {
    expect(await list({ actor: 'eve', p: '1', page_size: '3' })).toEqual({ times: [1000], total: 4 })
  })

  test('shows what administrators did to root, and nothing to administrators', async () => {
    await admin.call(createRedemptions, { body: { name: 'gift', quota: 1, count: 1 } })
    const { data } = await root.call(api.listAudits, { query: { actor: String(admin.user.id) } })
    expect(data).toMatchObject([{ action: 'redemption.create', actor_name: 'admin' }])
    const answer = await admin.call(api.listAudits, { query: {} })
    expect(answer).toMatchObject({ success: false, message: errors.role_too_low.zh })
  })
})
