import { describe, expect, test } from 'bun:test'
import { accessToken } from '#contract/api/account.ts'
import { deleteLogs, listOwnLogs } from '#contract/api/logs.ts'
import { listOptions } from '#contract/api/options.ts'
import { self, updateSelf } from '#contract/api/session.ts'
import * as tokens from '#contract/api/tokens.ts'
import { listUsers, manageUser, updateUser } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import { newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { LoggedIn } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const tokenOf = async (user: LoggedIn, scope?: Scope) => {
    const { data } = await user.call(accessToken, scope ? { query: { scope } } : {})
    return { Authorization: `Bearer ${data}` }
  }

  describe('an access token', () => {
    test.each([
      ['usage', [true, false, false, false]],
      ['tokens', [false, true, false, false]],
      ['users', [false, false, true, false]],
      ['all', [true, true, true, true]],
      [undefined, [true, true, true, true]],
    ] as const)('of the scope %p', async (scope, expected) => {
      const headers = await tokenOf(await server.root(), scope)
      const calls = [
        () => server.call(listOwnLogs, {}, headers),
        () => server.call(tokens.listTokens, {}, headers),
        () => server.call(listUsers, {}, headers),
        () => server.call(listOptions, {}, headers),
      ]
      const answers = await Promise.all(calls.map((call) => call()))
      expect(answers.map(({ success }) => success)).toEqual([...expected])
      for (const { success, message } of answers) if (!success) expect(message).toContain(`（${scope}）`)
      expect((await server.call(self, {}, headers)).data?.username).toBe('root')
      const metrics = await server.request('/metrics', { headers })
      expect(metrics.headers.get('content-type')).toStartWith(expected[3] ? 'text/plain' : 'application/json')
      expect((await server.call(accessToken, {}, headers)).success).toBe(expected[3])
    })

    test('from before there were scopes may do everything', async () => {
      const root = await server.root()
      const headers = await tokenOf(root, 'usage')
      await server.services.store.db.updateTable('users').set({ access_token_scope: '' }).where('id', '=', 1).execute()
      expect((await server.call(listOptions, {}, headers)).success).toBe(true)
    })

    test('that manages tokens creates, limits, rotates and deletes those of its user, and nothing else', async () => {
      const { id, ...own } = await newCaller(server)
      const { data: access } = await server.call(accessToken, { query: { scope: 'tokens' } }, own.headers)
      const headers = { Authorization: `Bearer ${access}`, 'New-Api-User': String(id) }
      const made = (await server.call(tokens.createToken, { body: { name: 'bot', limits: { rpm: 5 } } }, headers)).data
      if (!made) throw new Error('no token')
      const ids = [made.id]
      const limits = { body: { ids, limits: { tpm: 9 }, keep_others: true } }
      expect((await server.call(tokens.setTokenLimits, limits, headers)).data?.changed).toEqual([
        { id: made.id, limits: { rpm: 5, tpm: 9 } },
      ])
      const rotation = { params: { id: made.id }, body: { keep_seconds: 60 } }
      const rotated = (await server.call(tokens.rotateToken, rotation, headers)).data
      expect(rotated?.key).not.toBe(made.key)
      const chat = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
      const playground = await server.request('/pg/chat/completions', chat)
      expect(await playground.json()).toMatchObject({ success: false, message: expect.stringContaining('（tokens）') })
      expect((await server.request('/v1/chat/completions', chat)).status).toBe(401)
      const foreign = { params: { id: (await newCaller(server)).tokenId } }
      expect((await server.call(tokens.getToken, foreign, headers)).success).toBe(false)
      expect((await server.call(tokens.deleteToken, foreign, headers)).success).toBe(false)
      const raised = { body: { id, quota: 1_000_000 } }
      expect((await server.call(updateUser, raised, headers)).success).toBe(false)
      expect((await server.call(updateSelf, { body: { display_name: 'x' } }, headers)).success).toBe(false)
      expect((await server.call(listOwnLogs, {}, headers)).success).toBe(false)
      expect((await server.call(tokens.deleteTokens, { body: { ids } }, headers)).data).toBe(1)
    })

    test('that reads usage changes no token, also not by a call that reads', async () => {
      const headers = await tokenOf(await server.root(), 'usage')
      for (const call of [
        () => server.call(tokens.createToken, { body: { name: 'bot' } }, headers),
        () => server.call(tokens.listTokenTags, {}, headers),
        () => server.call(tokens.deleteTokens, { body: { ids: [1] } }, headers),
        () => server.call(deleteLogs, { query: { target_timestamp: 1 } }, headers),
      ])
        expect((await call()).success).toBe(false)
      expect((await server.call(listOwnLogs, {}, headers)).success).toBe(true)
    })

    test('that manages users makes nobody an administrator, and reaches none', async () => {
      const [user, admin] = [await server.addUser({}), await server.addUser({ role: ROLE.admin })]
      const headers = await tokenOf(await server.root(), 'users')
      const manage = (id: number, action: 'promote' | 'disable') =>
        server.call(manageUser, { body: { id, action } }, headers)
      expect((await manage(user.id, 'promote')).success).toBe(false)
      expect((await manage(admin.id, 'disable')).success).toBe(false)
      const takeOver = { id: admin.id, password: 'password-2' }
      expect((await server.call(updateUser, { body: takeOver }, headers)).success).toBe(false)
      expect((await manage(user.id, 'disable')).success).toBe(true)
    })
  })
})
