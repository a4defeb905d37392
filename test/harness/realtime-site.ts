import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Config } from '#server/platform/config.ts'
import { type FakeRealtime, startFakeRealtime } from '#test/fake-upstream/realtime.ts'
import { expectBooksToAgree } from './books.ts'
import type { Fresh } from './databases.ts'
import { START_MS } from './during-suite.ts'
import { type Listening, serveApp } from './listening.ts'
import { type Asked, type Talker, talk } from './realtime.ts'
import type { RelayHarness } from './relay.ts'
import { relaySite } from './relay-site.ts'
import { until } from './until.ts'

/** A server on a port, a realtime upstream, and a model of each test's own. */
export interface RealtimeSite {
  readonly relay: RelayHarness
  readonly upstream: FakeRealtime
  readonly url: string
  /** Of root, without limits. */
  readonly token: string
  model: string
  /** A channel of the test's model, on the upstream. */
  channel(fields?: Record<string, unknown>): Promise<{ id: number; key: string }>
  /** A session with the test's model. */
  session(asked?: Asked): Promise<Talker>
}

/** Belongs to the surrounding suite: starts, forgets what an upstream was told before each test, and ends. */
export function realtimeSite(fresh: Fresh, settings: Partial<Config> = {}): RealtimeSite {
  const relay = relaySite(fresh, settings)
  let upstream: FakeRealtime
  let listening: Listening
  let token = ''
  beforeAll(async () => {
    upstream = startFakeRealtime()
    listening = serveApp(relay.server)
    token = await relay.token()
    await relay.option('RetryTimes', 3)
  }, START_MS)
  afterAll(async () => {
    await listening.stop()
    await upstream.stop()
  })
  beforeEach(() => {
    site.model = relay.model()
    upstream.set({})
  })
  const site: RealtimeSite = {
    relay,
    get upstream() {
      return upstream
    },
    get url() {
      return listening.url
    },
    get token() {
      return token
    },
    model: '',
    channel: (fields = {}) => relay.channel({ models: site.model, base_url: upstream.url, ...fields }),
    session: (asked = {}) => talk(listening.url, `?model=${site.model}`, { token, ...asked }),
  }
  return site
}

/** The last test of a suite. */
export function leavesNothingBehind(site: RealtimeSite): void {
  test('afterwards all books agree, no session is open, and nothing is held', async () => {
    const { services } = site.relay.server
    await until(() => services.calls.active === 0)
    await services.accounting.ledger.flush()
    await expectBooksToAgree(services.store, 1)
    await services.accounting.wallet.returnIdle(-1)
    expect(await services.store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    await until(() => site.upstream.open() === 0)
  })
}
