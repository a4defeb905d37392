import { expect, test } from 'bun:test'
import { testStatus } from '#contract/api/public-prices.ts'
import { self } from '#contract/api/session.ts'
import { getLive, getStatus } from '#contract/api/site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { startServer } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  test('a database that is away is named as the reason, in the check and in every other call', async () => {
    const server = await startServer(await fresh.started(), { logLevel: 'silent' })
    const root = await server.root()
    expect(await root.call(testStatus, {})).toMatchObject({ status: 200, success: true })
    await server.services.store.db.destroy()
    const away = { status: 503, success: false, message: '数据库连接失败' }
    expect(await root.call(testStatus, {})).toMatchObject(away)
    expect(await root.call(self, {})).toMatchObject(away)
    // Load balancers send calls elsewhere, and supervisors leave the process alone.
    expect(await server.call(getStatus, {})).toMatchObject(away)
    expect(await server.call(getLive, {})).toMatchObject({ status: 200, success: true })
    expect(await server.call(testStatus, {})).toMatchObject({ status: 401 })
    await server.close().catch(() => {})
  })
})
