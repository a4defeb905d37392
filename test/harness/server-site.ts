import type { Config } from '#server/platform/config.ts'
import type { Fresh } from './databases.ts'
import { duringSuite } from './during-suite.ts'
import { type LoggedIn, startServer, type TestServer } from './server.ts'

/** A server that belongs to the surrounding suite: starts with it, and ends after its hooks. */
export function serverSite(fresh: Fresh, settings: Partial<Config> = {}): TestServer {
  return duringSuite(async () => {
    const server = await startServer(await fresh.started(), settings)
    fresh.atEnd(() => server.close())
    return server
  })
}

/** Root, who logs in before the tests of the suite. */
export function rootOf(server: TestServer): LoggedIn {
  return duringSuite(() => server.root())
}
