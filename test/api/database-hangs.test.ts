import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { self } from '#contract/api/session.ts'
import { getLive, getReady } from '#contract/api/site.ts'
import { errors } from '#contract/errors.ts'
import { type DatabaseLink, openDatabaseLink } from '#test/harness/database-link.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

/** A database that hangs refuses nobody: without a limit of our own, callers would wait for most of a minute. */
onDatabase('postgres', (fresh) => {
  let relay: RelayHarness
  let link: DatabaseLink

  beforeAll(async () => {
    const place = await fresh.place()
    link = await openDatabaseLink(place.databaseUrl ?? '')
    relay = await startRelay({ ...place, databaseUrl: link.url }, { logLevel: 'silent' })
  }, START_MS)
  afterAll(async () => {
    link.renew()
    await relay.close()
    link.close()
  }, START_MS)

  test('while it hangs, the console says so and calls go on; then all is as before', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    const token = await relay.token()
    expect((await relay.chat(token, { model })).status).toBe(200)
    link.stall()
    const asked = relay.root.call(self, {})
    expect((await relay.chat(token, { model })).status).toBe(200)
    expect(await asked).toMatchObject({ success: false, status: 503 })
    expect(await relay.server.call(getReady, {})).toMatchObject({
      status: 503,
      message: errors.database_unreachable.zh,
    })
    expect((await relay.server.call(getLive, {})).status).toBe(200)
    link.renew()
    await until(async () => (await relay.root.call(self, {})).success)
    await until(async () => (await relay.server.call(getReady, {})).success)
  })
})
