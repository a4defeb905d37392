import type { Config } from '#server/platform/config.ts'
import type { Fresh } from './databases.ts'
import { duringSuite } from './during-suite.ts'
import { type RelayHarness, startRelay } from './relay.ts'

/** A server with a fake upstream that belongs to the surrounding suite: starts with it, and ends after its hooks. */
export function relaySite(fresh: Fresh, settings: Partial<Config> = {}): RelayHarness {
  return duringSuite(async () => {
    const relay = await startRelay(await fresh.started(), { logLevel: 'silent', ...settings })
    fresh.atEnd(() => relay.close())
    return relay
  })
}
