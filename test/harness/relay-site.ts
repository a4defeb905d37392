import { beforeAll } from 'bun:test'
import type { Config } from '#server/config.ts'
import type { Fresh } from './databases.ts'
import { type RelayHarness, START_MS, startRelay } from './relay.ts'

/** A server with a fake upstream that belongs to the surrounding suite: starts with it, and ends after its hooks. */
export function relaySite(fresh: Fresh, settings: Partial<Config> = {}): RelayHarness {
  let started: RelayHarness | undefined
  beforeAll(async () => {
    const relay = await startRelay(await fresh.place(), { logLevel: 'silent', ...settings })
    started = relay
    fresh.atEnd(() => relay.close())
  }, START_MS)
  return new Proxy({} as RelayHarness, {
    get(_, member) {
      if (!started) throw new Error('the server of this suite is there only from its first test on')
      return Reflect.get(started, member)
    },
  })
}
