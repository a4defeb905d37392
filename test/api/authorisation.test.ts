import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import type { Access, Endpoint } from '#contract/api/endpoint.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'

type Caller = 'anonymous' | 'banned' | 'user' | 'admin' | 'root'

/** Which refusal a caller meets at an endpoint of some access; absent = it is let in. */
const REFUSALS: Record<Caller, Partial<Record<Access, ErrorCode>>> = {
  anonymous: { user: 'not_logged_in', admin: 'not_logged_in', root: 'not_logged_in' },
  banned: { user: 'user_banned', admin: 'user_banned', root: 'user_banned' },
  user: { admin: 'role_too_low', root: 'role_too_low' },
  admin: { root: 'role_too_low' },
  root: {},
}
const GUARDS: readonly ErrorCode[] = ['not_logged_in', 'user_banned', 'role_too_low', 'access_token_invalid']

const all = Object.entries(endpoints)

test('the contract declares endpoints', () => {
  expect(all.length).toBeGreaterThan(25)
})

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  const headers: Record<Caller, Record<string, string>> = { anonymous: {}, banned: {}, user: {}, admin: {}, root: {} }

  beforeAll(async () => {
    server = await startServer(await fresh.place())
    const roles = { banned: ROLE.admin, user: ROLE.user, admin: ROLE.admin } as const
    for (const [username, role] of Object.entries(roles)) await server.addUser({ username, role })
    for (const caller of ['banned', 'user', 'admin'] as const) {
      headers[caller] = (await server.login(caller, PASSWORD)).headers
    }
    headers.root = (await server.root()).headers
    const { db } = server.services.store
    await db.updateTable('users').set({ status: USER_STATUS.disabled }).where('username', '=', 'banned').execute()
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'banned').executeTakeFirstOrThrow()
    server.services.bus.publish({ kind: 'user', id })
  })
  afterAll(() => server.close())

  test('every declared endpoint is answered', () => {
    const names = (list: Endpoint[]) => list.map(({ method, path }) => `${method} ${path}`).sort()
    expect(names(server.app.endpoints)).toEqual(names(all.map(([, endpoint]) => endpoint)))
  })

  describe.each(all)('%s', (name, endpoint) => {
    // Logging out is the one call that would end what the others need.
    const callers = (Object.keys(REFUSALS) as Caller[]).filter((caller) => name !== 'logout' || caller === 'anonymous')

    test.each(callers)('treats %s as it should, with and without a trailing slash', async (caller) => {
      const code = REFUSALS[caller][endpoint.access]
      for (const slash of ['', '/']) {
        const { status, body } = await send(endpoint, slash, headers[caller])
        if (code) {
          expect({ status, body }).toEqual({
            status: errors[code].status,
            body: { success: false, message: errors[code].zh },
          })
        } else expect(GUARDS.map((guard) => errors[guard].zh)).not.toContain(body.message)
        expect(body).not.toHaveProperty('error')
      }
    })
  })

  /** Sends as little as possible: whoever is let in is refused for the missing input, and nothing changes. */
  async function send({ method, path, body }: Endpoint, slash: string, headers: Record<string, string>) {
    const response = await server.request(path.replace(/:\w+/g, '999999') + slash, {
      method,
      headers,
      ...(body ? { body: '{}' } : {}),
    })
    return { status: response.status, body: (await response.json()) as { success: boolean; message: string } }
  }
})
