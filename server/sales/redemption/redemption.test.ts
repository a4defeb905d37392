import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/redemption.ts'
import { walletHistory } from '#contract/api/topup.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { inTier } from '#test/harness/tiers.ts'
import { payersOf } from '../../money/accounting/wallet.ts'

/** Requests that race each other. */
const AT_ONCE = inTier('nightly') ? 200 : 60

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let admin: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    admin = await server.login((await server.addUser({ username: 'admin', role: ROLE.admin })).username, PASSWORD)
  })

  const post = (fields: Record<string, unknown> = {}) =>
    admin.call(api.createRedemptions, { body: { name: 'gift', quota: 100, count: 1, ...fields } })
  const find = async (keyword: string, query: Record<string, unknown> = {}) => {
    const answer = await admin.call(api.searchRedemptions, { query: { keyword, ...query } as never })
    return { codes: answer.data ?? [], total: answer.total }
  }
  /** Creates a code with its row. */
  async function make(fields: Record<string, unknown> = {}) {
    const [key = ''] = (await post(fields)).data ?? []
    const [code] = (await find(key)).codes
    if (!code) throw new Error('no code was made')
    return code
  }
  const put = (id: number, fields: Record<string, unknown>, status_only = '') =>
    admin.call(api.updateRedemption, { query: { status_only }, body: { id, ...fields } })
  const redeem = (who: LoggedIn, key: string) => who.call(api.redeem, { body: { key } })
  const addUser = async () => server.login((await server.addUser({})).username, PASSWORD)
  const audits = (id: number) => auditsOf(server, 'redemption', id)

  describe('creating', () => {
    test('makes as many different codes as asked for, each with an audit row', async () => {
      const { data: keys = [] } = await post({ name: 'batch', quota: 7, count: 100 })
      expect(new Set(keys).size).toBe(100)
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
      const { codes, total } = await find('batch', { page_size: 100 })
      expect(total).toBe(100)
      expect(codes.map(({ key }) => key).sort()).toEqual([...keys].sort())
      const after = '{"name":"batch","quota":7}'
      expect(await audits(codes[0]!.id)).toMatchObject([
        { action: 'redemption.create', before: '', after, actor_name: 'admin' },
      ])
    })

    test('shows what the family shows', async () => {
      const code = await make({ name: ' spaced ', quota: 5 })
      expect(code).toMatchObject({ name: 'spaced', quota: 5, status: 1, count: 0, used_user_id: 0, redeemed_time: 0 })
      expect(code).toMatchObject({ user_id: admin.user.id, DeletedAt: null })
      expect((await admin.call(api.getRedemption, { params: { id: code.id } })).data).toEqual(code)
    })

    test('keeps codes encrypted, and out of the audit log', async () => {
      const code = await make()
      const row = await db().selectFrom('redemptions').selectAll().where('id', '=', code.id).executeTakeFirstOrThrow()
      expect(server.services.vault.decrypt(row.key)).toBe(code.key)
      await put(code.id, { name: 'other' })
      expect(JSON.stringify([row, await audits(code.id)])).not.toContain(code.key)
    })

    test('a name has up to 20 characters, not bytes', async () => {
      expect((await post({ name: '兑'.repeat(20) })).success).toBe(true)
    })

    test.each([
      [{ name: '' }, '兑换码名称长度必须在1-20之间'],
      [{ name: '   ' }, '兑换码名称长度必须在1-20之间'],
      [{ name: undefined }, '兑换码名称长度必须在1-20之间'],
      [{ name: 'x'.repeat(21) }, '兑换码名称长度必须在1-20之间'],
      [{ count: 0 }, '兑换码个数必须大于0'],
      [{ count: -1 }, '兑换码个数必须大于0'],
      [{ count: undefined }, '兑换码个数必须大于0'],
      [{ count: 101 }, '一次兑换码批量生成的个数不能大于 100'],
      [{ quota: 0 }, errors.redemption_quota_invalid.zh],
      [{ quota: -100 }, errors.redemption_quota_invalid.zh],
      [{ quota: 1.5 }, errors.redemption_quota_invalid.zh],
      [{ quota: 2e15 }, errors.redemption_quota_invalid.zh],
    ])('%j is refused', async (fields, message) => {
      const { total } = await find('')
      expect(await post(fields)).toMatchObject({ success: false, message })
      expect((await find('')).total).toBe(total)
    })
  })

  describe('listing', () => {
    test('newest first, ten on a page unless asked', async () => {
      await post({ name: 'listed', count: 12 })
      const list = async (query: Record<string, unknown>) =>
        (await admin.call(api.listRedemptions, { query: query as never })).data!.map(({ id }) => id)
      const [first, second] = [await list({ p: '0' }), await list({ p: '1' })]
      expect(first).toHaveLength(10)
      expect([...first, ...second]).toEqual([...first, ...second].sort((a, b) => b - a))
      expect(await list({ page_size: '3' })).toEqual(first.slice(0, 3))
    })

    test('by id, part of the name or whole code, never by part of a code; by status', async () => {
      const code = await make({ name: 'Needle_1' })
      await make({ name: 'NeedleX1' })
      expect((await find('needle_')).codes).toEqual([code])
      expect((await find(String(code.id))).codes).toContainEqual(code)
      expect((await find(` ${code.key.toUpperCase()} `)).codes).toEqual([code])
      expect((await find(code.key.slice(0, 31))).codes).toEqual([])
      const byBody = async (keyword: string, status?: number) =>
        (await admin.call(api.findRedemptions, { query: { status } as never, body: { keyword } })).data
      expect(await byBody(` ${code.key.toUpperCase()} `)).toEqual([code])
      expect(await byBody('needle_')).toEqual([code])
      expect(await byBody('needle', 3)).toEqual([])
      expect(await byBody(code.key.slice(0, 31))).toEqual([])
      await put(code.id, { status: 2 }, 'true')
      expect((await find('needle', { status: 2 })).codes.map(({ id }) => id)).toEqual([code.id])
    })
  })

  describe('changing', () => {
    test('name and quota, the status only when asked for that alone', async () => {
      const code = await make()
      expect((await put(code.id, { name: 'new', quota: 9, status: 2 })).data).toEqual({
        ...code,
        name: 'new',
        quota: 9,
      })
      expect((await put(code.id, { name: 'no', quota: 1, status: 2 }, 'true')).data).toMatchObject({
        name: 'new',
        quota: 9,
        status: 2,
      })
      expect((await audits(code.id)).slice(1)).toMatchObject([
        { action: 'redemption.update', before: '{"name":"gift","quota":100,"status":1}' },
        { action: 'redemption.update', after: '{"name":"new","quota":9,"status":2}' },
      ])
    })

    test('what is not given stays', async () => {
      const code = await make({ quota: 3 })
      expect((await put(code.id, { name: 'only' })).data).toEqual({ ...code, name: 'only' })
      expect((await put(code.id, {})).data).toEqual({ ...code, name: 'only' })
      expect((await put(code.id, { quota: 0 })).message).toBe(errors.redemption_quota_invalid.zh)
    })

    test.each([0, 3, 4, undefined])('%p is no status to ask for', async (status) => {
      const { id } = await make()
      expect((await put(id, { status }, 'true')).message).toBe(errors.redemption_status_invalid.zh)
    })

    test('a used code never changes again', async () => {
      const code = await make()
      await redeem(await addUser(), code.key)
      for (const status of [1, 2]) {
        expect((await put(code.id, { status }, 'true')).message).toBe('该兑换码已被使用，无法修改')
      }
      expect((await put(code.id, { name: 'x', quota: 5 })).message).toBe('该兑换码已被使用，无法修改')
      expect((await find(code.key)).codes[0]).toMatchObject({ status: 3, quota: 100, name: 'gift' })
    })

    test('deleting makes a code invalid for good', async () => {
      const code = await make()
      const params = { id: code.id }
      expect(await admin.call(api.deleteRedemption, { params })).toMatchObject({ success: true, message: '' })
      expect((await admin.call(api.deleteRedemption, { params })).message).toBe('record not found')
      expect((await admin.call(api.getRedemption, { params })).message).toBe('record not found')
      expect((await put(code.id, { status: 1 }, 'true')).message).toBe('record not found')
      expect((await find(code.key)).codes).toEqual([])
      expect((await redeem(await addUser(), code.key)).message).toBe('兑换失败，无效的兑换码')
      expect((await audits(code.id)).at(-1)).toMatchObject({ action: 'redemption.delete', after: '' })
    })
  })

  describe('redeeming', () => {
    const balance = async (id: number) =>
      (await db().selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota
    const notes = (id: number) =>
      db().selectFrom('logs').select(['type', 'content', 'quota']).where('user_id', '=', id).execute()

    test('adds to the balance with a row in the log', async () => {
      const code = await make({ quota: 250_000 })
      const somebody = await addUser()
      expect(await redeem(somebody, code.key)).toMatchObject({ success: true, message: '', data: 250_000 })
      expect(await balance(somebody.user.id)).toBe(250_000)
      const content = `通过兑换码充值 ＄0.500000 额度，兑换码ID ${code.id}`
      expect(await notes(somebody.user.id)).toEqual([{ type: 1, content, quota: 250_000 }])
      const [used] = (await find(code.key)).codes
      expect(used).toMatchObject({
        status: REDEMPTION_STATUS.used,
        used_user_id: somebody.user.id,
        used_username: somebody.user.username,
      })
      expect(Math.abs(used!.redeemed_time - Date.now() / 1000)).toBeLessThan(60)
    })

    test.each([
      ['blanks around', (key: string) => ` \t${key}\r\n`],
      ['blanks inside', (key: string) => `${key.slice(0, 16)} ${key.slice(16)}`],
      ['an invisible mark', (key: string) => `\ufeff${key}\u200b`],
      ['capital letters', (key: string) => key.toUpperCase()],
    ])('takes a code with %s', async (_, pasted) => {
      const { key } = await make()
      expect((await redeem(await addUser(), pasted(key))).data).toBe(100)
    })

    test('says what is wrong, and credits nothing', async () => {
      const somebody = await addUser()
      const disabled = await make()
      await put(disabled.id, { status: 2 }, 'true')
      const used = await make()
      await redeem(await addUser(), used.key)
      for (const [key, message] of [
        ['', '未提供兑换码'],
        [' \n ', '未提供兑换码'],
        ['f'.repeat(32), '兑换失败，无效的兑换码'],
        [used.key.slice(0, 31), '兑换失败，无效的兑换码'],
        [used.key, '兑换失败，该兑换码已被使用'],
        [disabled.key, '兑换失败，该兑换码已被禁用'],
      ] as const) {
        expect(await redeem(somebody, key)).toMatchObject({ success: false, message })
      }
      expect((await somebody.call(api.redeem, { body: {} as never })).message).toBe('未提供兑换码')
      expect(await balance(somebody.user.id)).toBe(0)
      expect(await notes(somebody.user.id)).toEqual([])
    })

    test('a code that is on again can be redeemed', async () => {
      const { id, key } = await make()
      await put(id, { status: 2 }, 'true')
      await put(id, { status: 1 }, 'true')
      expect((await redeem(await addUser(), key)).data).toBe(100)
    })

    test('many at once, by one user and by many: one succeeds', async () => {
      const code = await make({ quota: 1000 })
      const users = await Promise.all(Array.from({ length: 4 }, addUser))
      const tries = Array.from({ length: AT_ONCE }, (_, index) => redeem(users[index % 4]!, code.key))
      const answers = await Promise.all(tries)
      expect(answers.filter(({ success }) => success).map(({ data }) => data)).toEqual([1000])
      expect(new Set(answers.filter(({ success }) => !success).map(({ message }) => message))).toEqual(
        new Set(['兑换失败，该兑换码已被使用']),
      )
      const balances = await Promise.all(users.map(({ user }) => balance(user.id)))
      expect(balances.sort((a, b) => a - b)).toEqual([0, 0, 0, 1000])
      const credited = await Promise.all(users.map(({ user }) => notes(user.id)))
      expect(credited.flat()).toHaveLength(1)
    })

    test('many codes at once by one user all count', async () => {
      const somebody = await addUser()
      const { data: keys = [] } = await post({ count: AT_ONCE / 2, quota: 3 })
      await Promise.all(keys.map((key) => redeem(somebody, key)))
      expect(await balance(somebody.user.id)).toBe((AT_ONCE / 2) * 3)
    })

    test('against switching it off and deleting it at once: it is used, or it is not, and the money agrees', async () => {
      for (let round = 0; round < AT_ONCE / 20; round++) {
        const code = await make()
        const somebody = await addUser()
        const [redeemed] = await Promise.all([
          redeem(somebody, code.key),
          put(code.id, { status: 2 }, 'true'),
          put(code.id, { quota: 100_000 }),
        ])
        const [after] = (await find(code.key)).codes
        expect(after!.status).toBe(redeemed.success ? REDEMPTION_STATUS.used : REDEMPTION_STATUS.disabled)
        expect(await balance(somebody.user.id)).toBe(redeemed.success ? after!.quota : 0)
      }
    })

    test('of somebody whose wallet was empty a moment ago counts for the next call', async () => {
      const somebody = await addUser()
      const { wallet } = server.services.accounting
      const wish = { need: 50, min: 50, overdraft: 0 }
      expect(await wallet.hold(payersOf(somebody.user.id), wish)).toEqual({ refused: 'user_quota' })
      await redeem(somebody, (await make()).key)
      const result = await wallet.hold(payersOf(somebody.user.id), wish)
      if ('hold' in result) result.hold.release()
      expect(result).toHaveProperty('hold')
    })
  })

  test('codes are seen by administrators only', async () => {
    const { id } = await make()
    const somebody = await addUser()
    for (const answer of [
      await somebody.call(api.getRedemption, { params: { id } }),
      await somebody.call(api.listRedemptions, { query: {} }),
      await somebody.call(api.searchRedemptions, { query: { keyword: String(id) } }),
      await somebody.call(api.findRedemptions, { body: { keyword: String(id) } }),
    ]) {
      expect(answer).toMatchObject({ success: false, message: errors.role_too_low.zh })
    }
  })

  test('a code that root or another administrator redeemed is not there for an administrator', async () => {
    const root = await server.root()
    const peer = await server.login((await server.addUser({ role: ROLE.admin })).username, PASSWORD)
    const name = 'of the mighty'
    const keys = (await root.call(api.createRedemptions, { body: { name, quota: 7, count: 4 } })).data ?? []
    for (const [index, one] of [root, peer, admin, await addUser()].entries())
      expect((await redeem(one, keys[index] ?? '')).data).toBe(7)
    const seenBy = async (who: LoggedIn) => {
      const lists = [
        await who.call(api.searchRedemptions, { query: { keyword: name } }),
        await who.call(api.findRedemptions, { body: { keyword: name } }),
        await who.call(api.listRedemptions, { query: { sort: 'redeemed_time', page_size: '100' } }),
      ]
      return lists.map(({ data }) =>
        data
          ?.filter((code) => code.name === name)
          .map(({ key }) => keys.indexOf(key))
          .sort(),
      )
    }
    expect(await seenBy(root)).toEqual(Array(3).fill([0, 1, 2, 3]))
    expect(await seenBy(admin)).toEqual(Array(3).fill([2, 3]))
    const [code] = (await root.call(api.findRedemptions, { body: { keyword: keys[0] ?? '' } })).data ?? []
    const id = code?.id ?? 0
    expect((await admin.call(api.findRedemptions, { body: { keyword: keys[0] ?? '' } })).data).toEqual([])
    const byId = (await admin.call(api.searchRedemptions, { query: { keyword: String(id) } })).data
    expect(byId?.map((row) => row.id)).not.toContain(id)
    for (const answer of [
      await admin.call(api.getRedemption, { params: { id } }),
      await admin.call(api.deleteRedemption, { params: { id } }),
      await admin.call(api.updateRedemption, { body: { id, name: 'x' }, query: {} } as never),
    ])
      expect(answer).toMatchObject({ success: false, message: 'record not found' })
    expect((await root.call(api.getRedemption, { params: { id } })).data).toMatchObject({ used_user_id: 1 })
  })

  test('administrators redeem only codes that root made, and that is audited', async () => {
    const [key = ''] = (await post({ quota: 5 })).data ?? []
    const other = await server.login((await server.addUser({ role: ROLE.admin })).username, PASSWORD)
    for (const one of [admin, other])
      expect(await redeem(one, key)).toMatchObject({ success: false, message: errors.redemption_own.zh })
    expect((await redeem(await addUser(), key)).data).toBe(5)
    const root = await server.root()
    const made = await root.call(api.createRedemptions, { body: { name: 'own', quota: 7, count: 1 } })
    expect((await redeem(root, made.data?.[0] ?? '')).data).toBe(7)
    const given = async () =>
      (await root.call(api.createRedemptions, { body: { name: 'own', quota: 7, count: 1 } })).data?.[0] ?? ''
    expect((await redeem(other, await given())).data).toBe(7)
    const newest = server.services.store.db
      .selectFrom('audits')
      .select(['actor_id', 'action', 'after'])
      .orderBy('id', 'desc')
    expect(await newest.executeTakeFirst()).toEqual({
      actor_id: other.user.id,
      action: 'redemption.update',
      after: '{"status":3}',
    })
    // Nor one of root's that is worth what an administrator has said.
    const raised = await given()
    const { id } = await server.services.store.db
      .selectFrom('redemptions')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await admin.call(api.updateRedemption, { body: { id, name: 'own', quota: 700 }, query: {} } as never)
    expect(await redeem(other, raised)).toMatchObject({ success: false, message: errors.redemption_own.zh })
  })

  test('an administrator does not read the wallet history of root, but that of users', async () => {
    const { id } = await server.addUser({})
    expect((await admin.call(walletHistory, { query: { user_id: 1 } as never })).success).toBe(false)
    expect((await admin.call(walletHistory, { query: { user_id: id } as never })).message).not.toBe(
      errors.role_too_low.zh,
    )
    expect((await admin.call(walletHistory, { query: { user_id: admin.user.id } as never })).message).not.toBe(
      errors.role_too_low.zh,
    )
  })
})
