import { afterAll, beforeAll, beforeEach } from 'bun:test'
import OpenAI from 'openai'
import type { Config } from '#server/config.ts'
import type { Fresh } from './databases.ts'
import { type Listening, serveApp } from './listening.ts'
import { type RelayHarness, START_MS } from './relay.ts'
import { relaySite } from './relay-site.ts'

/** A server on a port, OpenAI's SDK as its caller, and a model of each test's own. */
export interface SdkSite {
  readonly relay: RelayHarness
  readonly url: string
  /** With a token of root, and without retries. */
  readonly client: OpenAI
  model: string
}

/** Belongs to the surrounding suite: starts with it, takes another model for each test, and ends. */
export function sdkSite(fresh: Fresh, settings: Partial<Config> = {}): SdkSite {
  const relay = relaySite(fresh, settings)
  let listening: Listening
  let client: OpenAI
  beforeAll(async () => {
    listening = serveApp(relay.server)
    const baseURL = `${listening.url}/v1`
    client = new OpenAI({ apiKey: await relay.token(), baseURL, maxRetries: 0, logLevel: 'off' })
  }, START_MS)
  beforeEach(() => {
    site.model = relay.model()
  })
  afterAll(async () => {
    await listening.stop()
  })
  const site: SdkSite = {
    relay,
    get url() {
      return listening.url
    },
    get client() {
      return client
    },
    model: '',
  }
  return site
}

/** What a call is refused with; undefined = it was not. */
export const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)
