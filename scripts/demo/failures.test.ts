import { expect, test } from 'bun:test'
import { createToken } from '#contract/api/tokens.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { isRequestId } from '#web/features/palette/request-id.ts'
import { seedFailures } from './failures.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  test('the ids of failed calls are request ids, by which a search finds them', async () => {
    const { services } = server
    const { key } = (await root.call(createToken, { body: { name: 'demo', unlimited_quota: true } })).data!
    const token = await services.callers.tokenByKey(key)
    const user = await services.callers.userById(1)
    if (!token || !user) throw new Error('there is no caller')
    await seedFailures(services, [{ user, token }], {}, 'en')
    const rows = await services.store.db.selectFrom('logs').select('request_id').execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ request_id }) => !isRequestId(request_id))).toEqual([])
  })
})
