import { beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import { listIdentities } from '#contract/api/identity.ts'
import { exportLogs, getLog, listLogs, logFacets, searchLogs } from '#contract/api/logs.ts'
import { createRedemptions, redeem } from '#contract/api/redemption.ts'
import { findUsers, listUsers, searchUsers, type User, updateUser } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { writeLog } from '#server/money/receipts/write-log.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

/** What root has, and what it was given: no other number of the test begins so. */
const BALANCE = 987_654_321
const GIVEN = 876_543_210

/** An administrator does not see what root, or another administrator, owns and is given; root sees all. */
forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let admin: LoggedIn
  let own: { id: number; username: string }
  let other: { id: number; username: string }
  beforeAll(async () => {
    own = await server.addUser({ role: ROLE.admin, quota: 5 })
    admin = await server.login(own.username, PASSWORD)
    other = await server.addUser({ role: ROLE.admin, quota: BALANCE, aff_quota: BALANCE, aff_history: BALANCE })
    const { db } = server.services.store
    await db.updateTable('users').set({ quota: BALANCE }).where('role', '=', ROLE.root).execute()
    for (const user of [{ id: 1, username: 'root' }, other]) {
      for (const type of [LOG_TYPE.topup, LOG_TYPE.manage, LOG_TYPE.system]) {
        const content = { zh: `给了 ${GIVEN}`, en: `given ${GIVEN}` }
        await writeLog(db, { type, user, content, quota: GIVEN })
      }
    }
    const [code = ''] = (await root.call(createRedemptions, { body: { name: 'c', quota: GIVEN, count: 1 } })).data ?? []
    expect((await root.call(redeem, { body: { key: code } })).success).toBe(true)
  }, START_MS)

  const tells = (text: string) => /98765432|87654321|1863197531|1975308/.test(text)
  const textOf = async (path: string, who: LoggedIn) => (await server.request(path, { headers: who.headers })).text()

  test.each(
    Object.entries(endpoints).filter(
      ([name, { method, params, access }]) =>
        method === 'GET' && !params && access === 'admin' && !name.includes('edemption'),
    ),
  )('%s tells an administrator nothing of it', async (_name, { path }) => {
    expect(tells(await textOf(path, admin))).toBe(false)
  })

  test('a row is not found by its id, its words or its type, nor counted', async () => {
    const { id } = await server.services.store.db
      .selectFrom('logs')
      .select('id')
      .where('type', '=', LOG_TYPE.topup)
      .where('user_id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect((await admin.call(getLog, { params: { id } })).success).toBe(false)
    expect((await root.call(getLog, { params: { id } })).data?.quota).toBe(GIVEN)
    expect((await admin.call(searchLogs, { query: { keyword: '给了' } })).data).toEqual([])
    expect((await root.call(searchLogs, { query: { keyword: '给了' } })).data?.length).toBe(6)
    for (const type of [LOG_TYPE.topup, LOG_TYPE.manage]) {
      expect((await admin.call(listLogs, { query: { type, username: 'root' } })).data).toMatchObject({
        items: [],
        total: 0,
      })
    }
    expect((await root.call(listLogs, { query: { type: LOG_TYPE.topup } })).data?.total).toBe(3)
    expect(JSON.stringify((await admin.call(logFacets, { query: {} })).data)).not.toContain(other.username)
    expect(await textOf(`${exportLogs.path}?format=csv`, admin)).not.toContain(String(GIVEN))
    expect(await textOf(`${exportLogs.path}?format=csv`, root)).toContain(String(GIVEN))
  })

  describe('a list of users', () => {
    const lists: Record<string, (who: LoggedIn) => Promise<{ data?: User[] | undefined }>> = {
      'in pages': (who) => who.call(listUsers, { query: { sort: 'quota', order: 'asc' } }),
      'by a keyword': (who) => who.call(searchUsers, { query: { keyword: '' } }),
      'by a body': (who) => who.call(findUsers, { body: { keyword: '' } }),
    }
    test.each(Object.entries(lists))('%s hides how much root and other administrators have', async (_how, list) => {
      const seen = new Map((await list(admin)).data?.map((user) => [user.id, user]))
      for (const id of [1, other.id]) expect(seen.get(id)).toMatchObject({ quota: 0, aff_quota: 0, money_hidden: true })
      expect(seen.get(own.id)).toMatchObject({ quota: 5 })
      expect(seen.get(own.id)).not.toHaveProperty('money_hidden')
      const whole = new Map((await list(root)).data?.map((user) => [user.id, user]))
      expect(whole.get(other.id)).toMatchObject({ quota: BALANCE, aff_quota: BALANCE })
    })

    test('does not tell it by its order', async () => {
      const below = await server.addUser({ quota: BALANCE - 1 })
      const above = await server.addUser({ quota: BALANCE + 1 })
      const order = ((await admin.call(listUsers, { query: { sort: 'quota', page_size: '50' } })).data ?? []).map(
        ({ id }) => id,
      )
      expect(order.slice(0, 2)).toEqual([above.id, below.id])
      expect(order.indexOf(other.id)).toBeGreaterThan(order.indexOf(own.id))
    })
  })

  test('an administrator does not see the logins of root or of another administrator, but his own and those of users', async () => {
    const seen = async (user_id: number) => (await admin.call(listIdentities, { query: { user_id } })).success
    const user = await server.addUser({})
    expect(await Promise.all([1, other.id, own.id, user.id].map(seen))).toEqual([false, false, true, true])
    expect((await root.call(listIdentities, { query: { user_id: other.id } })).success).toBe(true)
  })

  test.each([{ quota: 600 }, { quota_change: '+500' }])(
    'an administrator does not set his own balance by %j',
    async (change) => {
      const answer = await admin.call(updateUser, { body: { id: own.id, username: own.username, ...change } })
      expect(answer.success).toBe(false)
      const row = await server.services.store.db.selectFrom('users').select('quota').where('id', '=', own.id).execute()
      expect(row).toEqual([{ quota: 5 }])
    },
  )

  test('an administrator still sees what users have, and what they are given', async () => {
    const user = await server.addUser({ quota: 7 })
    await admin.call(updateUser, { body: { id: user.id, username: user.username, quota_change: '+500' } })
    const rows = (await admin.call(listLogs, { query: { type: LOG_TYPE.manage, username: user.username } })).data
    expect(rows?.items).toMatchObject([{ quota: 500 }])
    const users = (await admin.call(searchUsers, { query: { keyword: user.username } })).data
    expect(users).toMatchObject([{ quota: 507 }])
  })
})
