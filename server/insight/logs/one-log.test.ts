import { beforeAll, expect, test } from 'bun:test'
import { getLog, getOwnLog } from '#contract/api/logs.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

const OTHER = JSON.stringify({ model_ratio: 1, upstream_model: 'm', admin_info: { use_channel: ['7'] } })

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let user: LoggedIn
  let admin: LoggedIn
  let mine: number
  let roots: number

  beforeAll(async () => {
    user = await logIn('bob', ROLE.user)
    admin = await logIn('ann', ROLE.admin)
    const own = { user_id: user.user.id, username: 'bob' }
    const rows = [logRow({ other: OTHER, quota: 10 }), logRow({ ...own, other: OTHER, quota: 20 })]
    const ids = await server.services.store.db.insertInto('logs').values(rows).returning('id').execute()
    roots = ids[0]!.id
    mine = ids[1]!.id
  })

  const logIn = async (name: string, role: number) => {
    const { username } = await server.addUser({ username: name, role })
    return server.login(username, PASSWORD)
  }

  test('a row is found by its id, by administrators whosever it is', async () => {
    const { data } = await admin.call(getLog, { params: { id: mine } })
    expect(data).toMatchObject({ id: mine, username: 'bob', quota: 20, channel: 7, other: OTHER })
  })

  test('a user finds an own row, without what is for administrators', async () => {
    const { data } = await user.call(getOwnLog, { params: { id: mine } })
    expect(data).toMatchObject({ id: mine, quota: 20, channel: 0, other: '{"model_ratio":1}' })
  })

  test('a row of somebody else is refused in the words of one that is not there', async () => {
    const refusal = { status: 200, success: false, message: 'record not found' }
    expect(await user.call(getOwnLog, { params: { id: 999_999 } })).toMatchObject(refusal)
    expect(await user.call(getOwnLog, { params: { id: roots } })).toMatchObject(refusal)
    expect(await admin.call(getOwnLog, { params: { id: mine } })).toMatchObject(refusal)
    expect(await admin.call(getLog, { params: { id: Number.MAX_SAFE_INTEGER } })).toMatchObject(refusal)
    expect((await user.call(getLog, { params: { id: mine } })).success).toBe(false)
  })
})
