import { describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import type { Access, Endpoint } from '#contract/api/endpoint.ts'
import { self } from '#contract/api/session.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { relayPaths } from '#server/site/openapi/relay-paths.ts'
import { changeUser, newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { ACCESS, CHECKS_ITSELF } from './access.ts'

type Caller = 'anonymous' | 'banned' | 'deleted' | 'user' | 'admin' | 'root'

/** Which refusal a caller meets at an endpoint of some access; absent = it is let in. */
const REFUSALS: Record<Caller, Partial<Record<Access, ErrorCode>>> = {
  anonymous: { user: 'not_logged_in', admin: 'not_logged_in', root: 'not_logged_in' },
  deleted: { user: 'not_logged_in', admin: 'not_logged_in', root: 'not_logged_in' },
  banned: { user: 'user_banned', admin: 'user_banned', root: 'user_banned' },
  user: { admin: 'role_too_low', root: 'role_too_low' },
  admin: { root: 'role_too_low' },
  root: {},
}
const GUARDS: readonly ErrorCode[] = ['not_logged_in', 'user_banned', 'role_too_low', 'access_token_invalid']

const all = Object.entries(endpoints)

test('somebody has thought about who may call each endpoint', () => {
  expect(Object.keys(ACCESS).sort()).toEqual(Object.keys(endpoints).sort())
})

test('the contract asks for the same', () => {
  const declared = all.filter(([name]) => !CHECKS_ITSELF.includes(name)).map(([name, { access }]) => [name, access])
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(Object.entries(ACCESS).filter(([name]) => !CHECKS_ITSELF.includes(name))),
  )
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })

  test('every declared endpoint is answered', () => {
    const names = (list: Endpoint[]) => list.map(({ method, path }) => `${method} ${path}`).sort()
    expect(names(server.app.endpoints)).toEqual(names(all.map(([, endpoint]) => endpoint)))
  })

  test('nothing is answered that is neither declared nor relayed', () => {
    const relayed = [...relayPaths, { method: 'post', path: '/pg/chat/completions' }].map(
      ({ method, path }) =>
        `${method.toUpperCase()} ${path
          .replace(/\{(\w+)\}/g, ':$1')
          .replace(/:countTokens$/, '')
          .replace(/^\/v1\/dash/, '/dash')}`,
    )
    const known = new Set([...relayed, ...all.map(([, { method, path }]) => `${method} ${path}`)])
    const strangers = server.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/^\/v1\/dash/, '/dash').replace(/\{.*\}$/, '')}`)
      .filter((route) => !known.has(route))
    expect(strangers).toEqual([])
  })

  describe.each(all)('%s', (name, endpoint) => {
    test.each(Object.keys(REFUSALS) as Caller[])('treats %s as it should', async (caller) => {
      const code = REFUSALS[caller][ACCESS[name] ?? 'root']
      const headers = await headersOf(caller)
      if (code) {
        // A scraper goes by the status.
        const ofScraper = caller === 'anonymous' || caller === 'deleted' ? 401 : 403
        const status = name === 'metrics' ? ofScraper : errors[code].status
        const refusal = { status, body: { success: false, message: errors[code].zh } }
        for (const slash of ['', '/']) expect(await send(endpoint, slash, headers)).toEqual(refusal)
        return
      }
      const { status, body } = await send(endpoint, '', headers)
      expect(GUARDS.map((guard) => errors[guard].zh)).not.toContain(body.message)
      expect(status).toBeLessThan(500)
      expect(body).not.toHaveProperty('error')
      // Some endpoints end the session or the account that calls them: then another comes next.
      if (caller !== 'anonymous' && !(await isLoggedIn(headers))) people.delete(caller)
    })
  })

  const people = new Map<Caller, Record<string, string>>()
  const isLoggedIn = async (headers: Record<string, string>) => (await send(self, '', headers)).body.success

  /** What proves somebody of a kind, who is the same at all endpoints. */
  async function headersOf(caller: Caller): Promise<Record<string, string>> {
    const headers = people.get(caller) ?? (await newHeaders(caller))
    people.set(caller, headers)
    return headers
  }

  async function newHeaders(caller: Caller): Promise<Record<string, string>> {
    if (caller === 'anonymous') return {}
    const role = { banned: ROLE.root, deleted: ROLE.root, user: ROLE.user, admin: ROLE.admin, root: ROLE.root }[caller]
    const { id, headers } = await newCaller(server, { role })
    if (caller === 'banned') await changeUser(server, id, { status: USER_STATUS.disabled })
    if (caller === 'deleted') await changeUser(server, id, { deleted_at: '2026-01-01T00:00:00Z' })
    return headers
  }

  /** Sends as little as possible: whoever is let in is mostly refused for the missing input. */
  async function send({ method, path, body }: Endpoint, slash: string, headers: Record<string, string>) {
    const response = await server.request(path.replace(/:\w+/g, '999999') + slash, {
      method,
      headers,
      ...(body ? { body: '{}' } : {}),
    })
    // Texts and redirects are for whoever is let in: refusals are always JSON.
    const isJson = response.headers.get('content-type')?.includes('json')
    const reply: unknown = isJson ? await response.json() : { success: true, message: await response.text() }
    return { status: response.status, body: reply as { success: boolean; message: string } }
  }
})
