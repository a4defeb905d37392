import { describe, expect, test } from 'bun:test'
import { accessToken, deleteSelf } from '#contract/api/account.ts'
import { emailBind } from '#contract/api/identity.ts'
import { setOption, undoOption } from '#contract/api/options.ts'
import { prove } from '#contract/api/second-factor.ts'
import { manageUser, updateUser } from '#contract/api/users.ts'
import { isOptionKey, needsProof, options } from '#contract/options.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'

test('options of payment, login, mail and address need a proof, and others do not', () => {
  const keys = Object.keys(options).filter(isOptionKey)
  const sections = new Set(keys.filter(needsProof).map((key) => options[key].section as string))
  for (const section of [
    'payment',
    'paylink',
    'stripe',
    'transfer',
    'login',
    'github',
    'oidc',
    'smtp',
    'turnstile',
    'general',
  ]) {
    expect(sections).toContain(section)
  }
  for (const key of ['Notice', 'ModelRatio', 'RetryTimes'] as const) expect(needsProof(key)).toBe(false)
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const needed = { success: false, status: 200, code: 'proof_needed' }

  async function oldRoot() {
    const root = await server.root()
    await server.services.store.db.updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', 1).execute()
    return root
  }

  describe('a session whose proof is old', () => {
    test('changes nobody’s role or password, and no sensitive option, before a proof', async () => {
      const { id } = await server.addUser({})
      const root = await oldRoot()
      const attempts = [
        () => root.call(manageUser, { body: { id, action: 'promote' } }),
        () => root.call(updateUser, { body: { id, password: 'password-2' } }),
        () => root.call(setOption, { body: { key: 'RegisterEnabled', value: 'false' } }),
        () => root.call(setOption, { body: { key: 'Price', value: '8' } }),
        () => root.call(undoOption, { body: { key: 'RegisterEnabled' } }),
        () => root.call(accessToken, {}),
        () => root.call(emailBind, { query: { email: 'a@example.com', code: '1' } }),
        () => root.call(deleteSelf, {}),
      ]
      for (const attempt of attempts) expect(await attempt()).toMatchObject(needed)
      expect(await auditsOf(server, 'user', id)).toEqual([])
      expect(server.services.options.values.RegisterEnabled).toBe(true)
      expect((await root.call(prove, { body: { password: '123456' } })).success).toBe(true)
      for (const attempt of attempts) expect((await attempt()).code).toBeUndefined()
      expect((await server.services.callers.userById(id))?.role).toBe(10)
    })

    test('still does what is less sensitive', async () => {
      const { id } = await server.addUser({})
      const root = await oldRoot()
      expect((await root.call(manageUser, { body: { id, action: 'disable' } })).success).toBe(true)
      expect((await root.call(updateUser, { body: { id, display_name: 'New' } })).success).toBe(true)
      expect((await root.call(setOption, { body: { key: 'Notice', value: 'Hello' } })).success).toBe(true)
    })
  })
})
