import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { openApp } from './open-app.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)

  test('relayed calls and the console are answered by one interface, the console from its first call on', async () => {
    const app = openApp(server.services)
    const ask = async (path: string, init?: RequestInit) =>
      (await app.fetch(new Request(`http://switchyard.test${path}`, init))).status
    expect(await ask('/v1/chat/completions', { method: 'POST', body: '{}' })).toBe(401)
    expect(await Promise.all([ask('/api/status'), ask('/api/status'), ask('/api/none')])).toEqual([200, 200, 404])
    expect(await ask('/api/status')).toBe(200)
  })
})
