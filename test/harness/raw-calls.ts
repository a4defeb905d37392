import { afterAll, beforeAll, beforeEach } from 'bun:test'
import type { Fresh } from './databases.ts'
import { START_MS } from './during-suite.ts'
import { type Listening, serveApp } from './listening.ts'
import { type RawClient, rawClient } from './raw-client.ts'
import { type RelayHarness, startRelay } from './relay.ts'

/** The product's port, and for every test a connection to it and a model of its own. */
export interface RawCalls {
  readonly relay: RelayHarness
  readonly port: Listening
  readonly client: RawClient
  readonly model: string
  /** The bytes of a call; `length` where it is not to be true. */
  bytesOf(content: string, fields?: string[], length?: number): string
}

/** Belongs to the surrounding `describe`. */
export function rawCalls(fresh: Fresh): RawCalls {
  let relay: RelayHarness
  let port: Listening
  let token: string
  let client: RawClient
  let model: string
  beforeAll(async () => {
    relay = await startRelay(await fresh.started(), { logLevel: 'silent' })
    port = serveApp(relay.server)
    token = await relay.token()
  }, START_MS)
  beforeEach(async () => {
    model = relay.model()
    client = await rawClient(port.url)
  })
  afterAll(async () => {
    client.hangUp()
    // Not by force: it would not end while anybody still holds a connection, or anything of one who has gone is left.
    await port.stop(false)
    await relay.close()
  })
  return {
    get relay() {
      return relay
    },
    get port() {
      return port
    },
    get client() {
      return client
    },
    get model() {
      return model
    },
    bytesOf(content, fields = [], length = Buffer.byteLength(content)) {
      const own = ['host: a.test', `authorization: Bearer ${token}`, ...fields, `content-length: ${length}`]
      return `${['POST /v1/chat/completions HTTP/1.1', ...own].join('\r\n')}\r\n\r\n${content}`
    },
  }
}
