import { afterAll, beforeAll, beforeEach } from 'bun:test'
import OpenAI from 'openai'
import type { Config } from '#server/platform/config.ts'
import type { RecordedRequest } from '#test/fake-upstream/recorder.ts'
import type { Fresh } from './databases.ts'
import { START_MS } from './during-suite.ts'
import { type Listening, serveApp } from './listening.ts'
import type { RelayHarness } from './relay.ts'
import { relaySite } from './relay-site.ts'

/** A server on a port, OpenAI's SDK as its caller, and a model of each test's own. */
export interface SdkSite {
  readonly relay: RelayHarness
  readonly url: string
  /** With a token of root, and without retries. */
  readonly client: OpenAI
  model: string
  /** An answer of the test's model to three words. */
  chat(fields?: Partial<OpenAI.ChatCompletionCreateParamsNonStreaming>): Promise<OpenAI.ChatCompletion>
  /** The same as a stream, read to its end. */
  stream(fields?: Partial<OpenAI.ChatCompletionCreateParamsStreaming>): Promise<OpenAI.ChatCompletionChunk[]>
}

const messages = [{ role: 'user' as const, content: 'three words here' }]
/** For a stream that tells what it used. */
export const WITH_USAGE = { stream_options: { include_usage: true } }

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
    chat: (fields) => client.chat.completions.create({ model: site.model, messages, ...fields }),
    async stream(fields) {
      const chunks: OpenAI.ChatCompletionChunk[] = []
      const asked = { model: site.model, messages, ...fields, stream: true as const }
      for await (const chunk of await client.chat.completions.create(asked)) chunks.push(chunk)
      return chunks
    },
  }
  return site
}

/** What the first answer of a stream says. */
export const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

/** What an upstream was asked last. */
export function lastSent(upstream: { requests: RecordedRequest[] }) {
  const request = upstream.requests.at(-1)
  if (!request) throw new Error('the upstream was not asked')
  return { ...request, json: JSON.parse(Buffer.from(request.body).toString() || '{}') }
}

/** What a call is refused with; undefined = it was not. */
export const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error)
