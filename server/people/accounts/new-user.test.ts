import { expect, test } from 'bun:test'
import { MAX_QUOTA } from '#contract/quota.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { addUser } from './new-user.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const db = () => server.services.store.db

  async function newUser(affCode: string, gifts: { user: number; invitee: number; inviter: number }): Promise<number> {
    const options = {
      ...server.services.options.values,
      QuotaForNewUser: gifts.user,
      QuotaForInvitee: gifts.invitee,
      QuotaForInviter: gifts.inviter,
      DisplayInCurrencyEnabled: false,
    }
    const username = `new-${crypto.randomUUID()}`
    const user = { username, displayName: username, password: '', email: '', affCode }
    const id = await db()
      .transaction()
      .execute((trx) => addUser(trx, options, user))
    return id!
  }
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const notes = async (id: number) => {
    const rows = await db().selectFrom('logs').selectAll().where('user_id', '=', id).orderBy('id').execute()
    return rows.map(({ content, quota }) => [content, quota])
  }
  const cut = (meant: number) => `（原为 ${meant} 点额度，超出上限 ${MAX_QUOTA} 点额度 的部分不赠送）`

  test('a gift that does not fit under the limit of a balance is cut, and its row says so', async () => {
    await server.addUser({ aff_code: 'Rich' })
    const id = await newUser('Rich', { user: MAX_QUOTA - 5, invitee: 20, inviter: 0 })
    expect((await row(id)).quota).toBe(MAX_QUOTA)
    expect(await notes(id)).toEqual([
      [`新用户注册赠送 ${MAX_QUOTA - 5} 点额度`, MAX_QUOTA - 5],
      [`使用邀请码赠送 5 点额度${cut(20)}`, 5],
    ])
  })

  test('where nothing fits, the user is there all the same, and the rows say why nothing was given', async () => {
    await server.addUser({ aff_code: 'Full' })
    const id = await newUser('Full', { user: Number.MAX_SAFE_INTEGER, invitee: 7, inviter: 0 })
    expect((await row(id)).quota).toBe(MAX_QUOTA)
    expect(await notes(id)).toEqual([
      [`新用户注册赠送 ${MAX_QUOTA} 点额度${cut(Number.MAX_SAFE_INTEGER)}`, MAX_QUOTA],
      [`使用邀请码赠送 0 点额度${cut(7)}`, 0],
    ])
  })

  test('all that invites earn stays below the limit too, however many come at once', async () => {
    const inviter = await server.addUser({ aff_code: 'Host', aff_quota: 5, aff_history: 10, quota: 3 })
    const gifts = { user: 0, invitee: 0, inviter: MAX_QUOTA / 2 }
    await Promise.all(Array.from({ length: 4 }, () => newUser('Host', gifts)))
    expect(await row(inviter.id)).toMatchObject({
      aff_count: 4,
      aff_quota: MAX_QUOTA - 5,
      aff_history: MAX_QUOTA,
      quota: 3,
    })
    const text = `邀请用户赠送 ${MAX_QUOTA / 2} 点额度`
    const nothing = `邀请用户赠送 0 点额度${cut(MAX_QUOTA / 2)}`
    expect(await notes(inviter.id)).toEqual([
      [text, 0],
      [`邀请用户赠送 ${MAX_QUOTA / 2 - 10} 点额度${cut(MAX_QUOTA / 2)}`, 0],
      [nothing, 0],
      [nothing, 0],
    ])
  })
})
