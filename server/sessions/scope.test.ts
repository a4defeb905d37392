import { describe, expect, test } from 'bun:test'
import { accessToken } from '#contract/api/account.ts'
import { listOwnLogs } from '#contract/api/logs.ts'
import { listOptions } from '#contract/api/options.ts'
import { self } from '#contract/api/session.ts'
import { listTokens } from '#contract/api/tokens.ts'
import { listUsers, manageUser, updateUser } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
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
        () => server.call(listTokens, {}, headers),
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
