import { describe, expect, test } from 'bun:test'
import { USER_STATUS } from '#contract/statuses.ts'
import { relayPaths } from '#server/site/openapi/relay-paths.ts'
import { changeUser, newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'

type Caller = 'anonymous' | 'session only' | 'unknown token' | 'banned' | 'deleted' | 'deleted token' | 'user'

/** Status that a caller meets at every relayed path; undefined = it is let in. */
const REFUSALS: Record<Caller, number | undefined> = {
  anonymous: 401,
  'session only': 401,
  'unknown token': 401,
  banned: 403,
  deleted: 403,
  'deleted token': 401,
  user: undefined,
}

const COHERE_PATHS = ['/v2/chat', '/v2/embed']

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  describe.each(relayPaths.filter(({ open }) => !open))('$method $path', ({ method, path }) => {
    test.each(Object.keys(REFUSALS) as Caller[])('treats %s as it should', async (caller) => {
      const response = await server.request(path.replace(/\{\w+\}/g, 'some-model'), {
        method: method.toUpperCase(),
        headers: await headersOf(caller),
        ...(method === 'post' ? { body: '{}' } : {}),
      })
      const refusal = REFUSALS[caller]
      if (refusal === undefined) expect([401, 403]).not.toContain(response.status)
      else {
        expect(response.status).toBe(refusal)
        const error = { message: expect.any(String) }
        // Cohere's errors are the bare error.
        expect(await response.json()).toMatchObject(COHERE_PATHS.includes(path) ? error : { error })
      }
    })
  })

  test.each(relayPaths.filter(({ open }) => open))('anyone may ask for $path', async ({ path }) => {
    const response = await server.request(path.replace(/\{\w+\}/g, 'unknown'))
    expect([401, 403]).not.toContain(response.status)
  })

  async function headersOf(caller: Caller): Promise<Record<string, string>> {
    if (caller === 'anonymous') return {}
    if (caller === 'unknown token') return { authorization: `Bearer sk-${'a'.repeat(48)}` }
    const { id, headers, tokenKey, tokenId } = await newCaller(server)
    if (caller === 'session only') return headers
    if (caller === 'banned') await changeUser(server, id, { status: USER_STATUS.disabled })
    if (caller === 'deleted') await changeUser(server, id, { deleted_at: '2026-01-01T00:00:00Z' })
    if (caller === 'deleted token') {
      const gone = { deleted_at: '2026-01-01T00:00:00Z' }
      await server.services.store.db.updateTable('tokens').set(gone).where('id', '=', tokenId).execute()
    }
    return { authorization: `Bearer sk-${tokenKey}` }
  }
})
