import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import * as api from '#contract/api/family-console.ts'
import { beginTotp } from '#contract/api/second-factor.ts'
import { login, logoutOfAccess, refreshAccess, self } from '#contract/api/session.ts'
import { createToken, listTokens } from '#contract/api/tokens.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { addAuthenticator } from '#test/harness/authenticator.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { type Customer, openShop, type Shop } from '#test/harness/payments.ts'
import { PASSWORD } from '#test/harness/server.ts'

/** As the newest console of the family calls: with the access token of its login, without a cookie. */
forEachDatabase((_engine, fresh) => {
  let shop: Shop
  let owner: Customer
  let headers: Record<string, string>
  let sid: string
  beforeAll(async () => {
    shop = await openShop(await fresh.started())
  })
  beforeEach(async () => {
    owner = await shop.customer()
    const { data } = await shop.server.call(login, { body: { username: owner.user.username, password: PASSWORD } })
    headers = { authorization: `Bearer ${data!.access_token}`, 'new-api-user': String(owner.id) }
    sid = data!.session.sid
  })
  afterAll(() => shop.close())
  const call: Shop['server']['call'] = (endpoint, input, more) =>
    shop.server.call(endpoint, input, { ...headers, ...more })

  test('all fourteen are declared at the paths that it calls', () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
    const called = [refreshAccess, logoutOfAccess, ...Object.values(api)].map(({ method, path }) => `${method} ${path}`)
    expect(called).toHaveLength(14)
    for (const each of called) expect(declared).toContain(each)
  })

  test('its sessions are those of the account: listed, ended alone, and all but its own', async () => {
    const others = [owner, await shop.server.login(owner.user.username, PASSWORD)]
    const { data: all } = await call(api.consoleSessions, {})
    expect(all!.filter(({ current }) => current)).toMatchObject([{ sid, current: true }])
    expect(all!.length).toBeGreaterThanOrEqual(3)
    for (const each of all!) {
      expect(each.last_active_at).toBeGreaterThanOrEqual(each.created_at)
      expect(each.expires_at).toBeGreaterThan(nowInSeconds())
    }
    const foreign = await shop.customer()
    const refused = await foreign.call(api.endConsoleSession, { params: { sid } })
    expect(refused.success).toBe(false)
    const other = all!.find(({ current }) => !current)!.sid
    expect((await call(api.endConsoleSession, { params: { sid: other } })).success).toBe(true)
    const { data } = await call(api.endOtherConsoleSessions, {})
    expect(data!.revoked).toBe(all!.length - 2)
    expect((await call(api.consoleSessions, {})).data).toMatchObject([{ sid }])
    for (const each of others) expect((await each.call(self, {})).success).toBe(false)
    expect((await call(self, {})).success).toBe(true)
    expect((await call(logoutOfAccess, {})).success).toBe(true)
    expect((await call(self, {})).success).toBe(false)
  })

  test('second factors and passkeys are those of the account', async () => {
    expect((await call(api.consoleSecondFactor, {})).data).toEqual({ enabled: false, backup_codes_remaining: 0 })
    expect((await call(api.consolePasskey, {})).data).toEqual({ enabled: false, last_used_at: null })
    const user = await shop.customer()
    expect((await user.call(beginTotp, {})).success).toBe(true)
    expect((await user.call(api.consoleSecondFactor, {})).data?.enabled).toBe(false)
    const guarded = await shop.customer()
    await addAuthenticator(shop.server, guarded)
    expect((await guarded.call(api.consoleSecondFactor, {})).data).toEqual({
      enabled: true,
      backup_codes_remaining: 10,
    })
    const { db } = shop.server.services.store
    const passkey = { user_id: guarded.id, name: 'phone', created_at: 5, last_used_at: 1_790_000_000 }
    await db
      .insertInto('passkeys')
      .values({ ...passkey, id: 'AAAA', site: 'switchyard.test', public_key: 'x', counter: 0, transports: '' })
      .execute()
    expect((await guarded.call(api.consolePasskey, {})).data).toEqual({
      enabled: true,
      last_used_at: '2026-09-21T14:13:20.000Z',
    })
  })

  test('accounts at listed providers have the names that the operator gave them', async () => {
    expect((await call(api.consoleBindings, {})).data).toEqual([])
    const staff = {
      id: 'staff',
      name: 'Staff',
      issuer: 'https://id.example',
      client_id: 'x',
      scopes: 'openid',
      enabled: true,
    }
    await setOptions(shop.server, { OIDCProviders: [staff] })
    const identity = {
      user_id: owner.id,
      provider: 'oidc-staff',
      subject: 'https://id.example 1',
      shown: 'ann@example.com',
      created_at: 1,
    }
    await shop.server.services.store.db.insertInto('user_identities').values(identity).execute()
    expect((await call(api.consoleBindings, {})).data).toEqual([
      {
        provider_id: 'oidc-staff',
        provider_name: 'Staff',
        provider_slug: 'oidc-staff',
        provider_user_id: 'ann@example.com',
      },
    ])
  })

  test('the wallet says how to pay, and lists own orders in its four words', async () => {
    const { data: info } = await call(api.consoleTopUpInfo, {})
    expect(info).toMatchObject({ enable_online_topup: true, enable_stripe_topup: false, enable_redemption: true })
    expect(info!.pay_methods.map(({ type }) => type)).toContain('zfb')
    for (const { name } of info!.pay_methods) expect(name).not.toBe('')
    const paid = await owner.start()
    shop.epay.pay(paid)
    await shop.epay.notify(paid)
    const rejected = await owner.start()
    const { db } = shop.server.services.store
    await db.updateTable('top_ups').set({ status: 'rejected' }).where('trade_no', '=', rejected).execute()
    const open = await owner.start()
    await (await shop.customer()).start()
    const { data } = await call(api.consoleOrders, { query: { p: 1, page_size: 2 } })
    expect(data).toMatchObject({ page: 1, page_size: 2, total: 3 })
    expect(data!.items).toMatchObject([
      { trade_no: open, status: 'pending', payment_method: 'zfb' },
      { trade_no: rejected, status: 'failed' },
    ])
    const second = await call(api.consoleOrders, { query: { p: 2, page_size: 2 } })
    expect(second.data!.items).toMatchObject([{ trade_no: paid, status: 'success' }])
    expect((await call(api.consoleOrders, { query: { keyword: paid } })).data!.total).toBe(1)
  })

  test('keys of own tokens can be read, alone and together; those of others cannot', async () => {
    const body = { name: 'a', unlimited_quota: true }
    const { data: own } = await owner.call(createToken, { body })
    const foreign = await shop.customer()
    const { data: theirs } = await foreign.call(createToken, { body })
    const { data: [listed] = [] } = await owner.call(listTokens, {})
    expect((await call(api.consoleTokenKey, { params: { id: own!.id } })).data).toEqual({ key: listed!.key })
    expect((await call(api.consoleTokenKey, { params: { id: theirs!.id } })).success).toBe(false)
    const { data } = await call(api.consoleTokenKeys, { body: { ids: [own!.id, theirs!.id] } })
    expect(data).toEqual({ keys: { [own!.id]: listed!.key } })
  })

  describe('administrators', () => {
    test('see usage by user; users do not', async () => {
      const { db } = shop.server.services.store
      const at = nowInSeconds() - (nowInSeconds() % 3600)
      const hour = {
        user_id: owner.id,
        username: owner.user.username,
        model_name: 'm',
        token_id: 0,
        channel_id: 0,
        created_at: at,
      }
      await db
        .insertInto('quota_data')
        .values({ ...hour, token_used: 30, prompt_tokens: 20, completion_tokens: 10, count: 2, quota: 7 })
        .execute()
      expect((await shop.root.call(api.consoleUsageByUser, {})).data).toEqual([
        { username: owner.user.username, created_at: at, token_used: 30, count: 2, quota: 7 },
      ])
      expect((await call(api.consoleUsageByUser, {})).success).toBe(false)
    })
  })

  test('models of the status page are its monitors, and none where the page is off', async () => {
    expect((await shop.server.call(api.consoleUptime, {})).data).toEqual([])
    await addChannel(shop.root, { models: 'gpt-4o' })
    await setOptions(shop.server, { StatusPageEnabled: true })
    const monitor = { name: 'gpt-4o', uptime: 1, status: 2 }
    expect((await shop.server.call(api.consoleUptime, {})).data).toMatchObject([{ monitors: [monitor] }])
  })
})
