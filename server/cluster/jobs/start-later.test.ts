import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { until } from '#test/harness/until.ts'
import { jobs } from './all.ts'
import { startJobsLater } from './start-later.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const rows = () => server.services.store.db.selectFrom('jobs').select('name').execute()

  test('jobs start after the server, but not one that is stopping', async () => {
    const stopped = startJobsLater(server.services, 1)
    await stopped.stop()
    expect(await rows()).toEqual([])
    const running = startJobsLater(server.services, 1)
    await until(async () => (await rows()).length === jobs.length)
    await running.stop()
  })

  test('jobs start once the database can be reached', async () => {
    const { services } = server
    let refusals = 0
    const store = {
      ...services.store,
      get db() {
        if (refusals++ < 2) throw new Error('no connection')
        return services.store.db
      },
    }
    const running = startJobsLater({ ...services, store }, 1)
    await until(() => refusals > 2)
    await running.stop()
  })
})
