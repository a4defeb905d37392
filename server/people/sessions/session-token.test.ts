import { expect, test } from 'bun:test'
import type { Reply } from '#contract/api/endpoint.ts'
import { login, logoutOfAccess, refreshAccess, self } from '#contract/api/session.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  /** Logs a new user in as the family's consoles since July 2026 do: what they keep is the token, not the cookie. */
  async function enter() {
    const { id, username } = await server.addUser({})
    const answer = await server.call(login, { body: { username, password: PASSWORD } })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { id, username, bundle: answer.data!, cookie: cookies.join('; ') }
  }
  const ask = async (path: string, method: string, headers: Record<string, string>) => {
    const response = await server.request(path, { method, headers })
    return {
      status: response.status,
      body: (await response.json()) as { success: boolean; code?: string; data?: Partial<Reply<typeof refreshAccess>> },
    }
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const selfWith = async (headers: Record<string, string>) => (await ask(self.path, 'GET', headers)).body.success
  const refresh = (headers: Record<string, string>) => ask(refreshAccess.path, 'POST', headers)

  test('a login gives both kinds of console what they read, and the token works without cookie or header', async () => {
    const { id, username, bundle, cookie } = await enter()
    expect(bundle).toMatchObject({ id, username, user: { id, username, access_token: null }, token_type: 'Bearer' })
    expect(bundle.access_expires_at).toBeGreaterThan(Date.now() / 1000)
    expect(cookie).toContain('new_api_has_session=1')
    expect(cookie).not.toContain(bundle.access_token)
    expect(await selfWith(bearer(bundle.access_token))).toBe(true)
    // A cookie beside it is not asked for its header.
    expect(await selfWith({ ...bearer(bundle.access_token), cookie })).toBe(true)
    expect(await selfWith({ cookie })).toBe(false)
  })

  test('a refresh needs the cookie, and hands out a token of the same session', async () => {
    const { id, bundle, cookie } = await enter()
    const { status, body } = await refresh({ cookie, 'x-auth-session': bundle.session.sid })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ user: { id }, token_type: 'Bearer', session: { sid: bundle.session.sid } })
    expect(await selfWith(bearer(body.data?.access_token ?? ''))).toBe(true)
    expect(await refresh({})).toMatchObject({ status: 401, body: { success: false, code: 'AUTH_REFRESH_INVALID' } })
    const other = await refresh({ cookie, 'x-auth-session': 'another' })
    expect(other).toMatchObject({ status: 409, body: { success: false, code: 'AUTH_SESSION_MISMATCH' } })
    const foreign = await refresh({ cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect(foreign.body.success).toBe(false)
  })

  test('a token lives no longer than its session, its user’s rights or its time, and cannot be made', async () => {
    const { id, bundle, cookie } = await enter()
    const { access_token: token } = bundle
    const forged = [token.replace(/-(\d+)-/, '-9999999999-'), `${token}x`, token.replace(/.$/, '')]
    for (const each of forged) expect(await selfWith(bearer(each))).toBe(false)
    expect((await ask(self.path, 'GET', bearer(`${token}x`))).status).toBe(401)
    const { db } = server.services.store
    await db.updateTable('users').set({ status: 2 }).where('id', '=', id).execute()
    server.services.bus.publish({ kind: 'user', id })
    expect(await selfWith(bearer(token))).toBe(false)
    expect((await refresh({ cookie })).status).toBe(401)
    await db.updateTable('users').set({ status: 1 }).where('id', '=', id).execute()
    server.services.bus.publish({ kind: 'user', id })
    expect(await selfWith(bearer(token))).toBe(true)
    await ask(logoutOfAccess.path, 'POST', bearer(token))
    expect(await selfWith(bearer(token))).toBe(false)
    expect((await refresh({ cookie })).status).toBe(401)
  })
})
