import { expect } from 'bun:test'
import { createChannel } from '#contract/api/channels.ts'
import { setOption } from '#contract/api/options.ts'
import { createToken, type TokenInput } from '#contract/api/tokens.ts'
import type { OptionKey } from '#contract/options.ts'
import { type Receipt, recompute } from '#contract/receipt.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { wholeRows } from '#server/money/receipts/whole-rows.ts'
import type { Config } from '#server/platform/config.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import type { Place } from './databases.ts'
import { type Listening, listen } from './listening.ts'
import { type LoggedIn, startServer, type TestServer } from './server.ts'
import { until } from './until.ts'

/** A log row of a charge, with its receipt. */
export interface Charged {
  quota: number
  prompt: number
  completion: number
  channel: number
  tokenId: number
  tokenName: string
  stream: boolean
  receipt: Receipt
}

type Answer = (request: Request) => Response | Promise<Response>

/** A server with a fake upstream, and what tests of relayed calls need. Every test uses models of its own. */
export interface RelayHarness {
  server: TestServer
  upstream: FakeUpstream
  root: LoggedIn
  /** The name of a model that no other test uses: 1 unit for an input token, 2 for an output token. */
  model(): string
  /** Creates a channel, on the fake upstream unless `base_url` says otherwise. Its key is its own. */
  channel(fields: { models: string } & Record<string, unknown>): Promise<{ id: number; key: string }>
  /** The same on an upstream of its own, which answers as the test says and stops with the server. */
  channelThat(
    answer: Answer,
    fields: { models: string } & Record<string, unknown>,
  ): Promise<{ id: number; key: string }>
  /** Creates a token, of root and without limits by default, and answers it with `sk-`. */
  token(fields?: Partial<TokenInput>, owner?: LoggedIn): Promise<string>
  option(key: OptionKey, value: unknown): Promise<void>
  /** Sends a body to a relayed path: a text as it is, anything else as JSON. */
  post(path: string, token: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  chat(token: string, body: { model: string } & Record<string, unknown>): Promise<Response>
  /** Keys of the channels whose upstream was asked for a model, in order. */
  tried(model: string): string[]
  /** The charges of a model, oldest first, as soon as there are `count`. Each is recomputed from its own receipt. */
  charges(model: string, count?: number): Promise<Charged[]>
  close(): Promise<void>
}

const MODELS = 400

export async function startRelay(place: Place, settings: Partial<Config> = {}): Promise<RelayHarness> {
  const server = await startServer(place, settings)
  const upstream = startFakeUpstream()
  const root = await server.root()
  const names = Array.from({ length: MODELS }, (_, i) => `model-${i + 1}`)
  let channels = 0
  const upstreams: Listening[] = []

  async function option(key: OptionKey, value: unknown): Promise<void> {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    succeeded(await root.call(setOption, { body: { key, value: text } }))
  }
  await option('ModelRatio', Object.fromEntries(names.map((name) => [name, 1])))
  await option('CompletionRatio', Object.fromEntries(names.map((name) => [name, 2])))
  let next = 0

  const post: RelayHarness['post'] = (path, token, body, headers = {}) =>
    server.request(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  const channel: RelayHarness['channel'] = async (fields) => {
    const key = `sk-upstream-${++channels}`
    const body = { type: 1, name: `channel ${channels}`, key, base_url: upstream.url, ...fields }
    const [created] = succeeded(await root.call(createChannel, { body })) ?? []
    if (!created) throw new Error('no channel was created')
    return { id: created.id, key }
  }

  return {
    server,
    upstream,
    root,
    option,
    post,
    model: () => names[next++] ?? '',
    channel,
    channelThat(answer, fields) {
      const own = listen(answer)
      upstreams.push(own)
      return channel({ base_url: own.url, ...fields })
    },
    async token(fields = {}, owner = root) {
      const body = { name: 'test', unlimited_quota: true, ...fields }
      return `sk-${succeeded(await owner.call(createToken, { body }))?.key}`
    },
    chat: (token, body) =>
      post('/v1/chat/completions', token, { messages: [{ role: 'user', content: 'hi' }], ...body }),
    tried: (model) =>
      upstream.requests
        .filter(({ body }) => JSON.parse(Buffer.from(body).toString()).model === model)
        .map(({ headers }) => headers.authorization?.slice('Bearer '.length) ?? ''),
    async charges(model, count = 0) {
      return until(async () => {
        await server.services.accounting.ledger.flush()
        const rows = await chargesOf(server, model)
        return rows.length >= count && rows
      })
    },
    async close() {
      for (const own of upstreams) await own.stop()
      await server.close()
      await upstream.stop()
    },
  }
}

async function chargesOf({ services }: TestServer, model: string): Promise<Charged[]> {
  const { db } = services.store
  const ofModel = db.selectFrom('logs').selectAll().where('model_name', '=', model)
  const rows = await wholeRows(db, await ofModel.where('type', '=', LOG_TYPE.consume).orderBy('id').execute())
  return rows.map((row) => {
    const receipt = JSON.parse(row.other) as Receipt
    expect(recompute(receipt)).toBe(row.quota)
    return {
      quota: row.quota,
      prompt: row.prompt_tokens,
      completion: row.completion_tokens,
      channel: row.channel_id,
      tokenId: row.token_id,
      tokenName: row.token_name,
      stream: row.is_stream !== 0,
      receipt,
    }
  })
}

function succeeded<T>(answer: { success: boolean; message: string; data?: T }): T | undefined {
  if (!answer.success) throw new Error(answer.message)
  return answer.data
}

/** The error of a refused call, and the id that its message and its header both name. */
export async function refused(response: Response) {
  const { error } = (await response.json()) as { error: { message: string; type: string; param: string; code: string } }
  const id = response.headers.get('x-oneapi-request-id') ?? 'none'
  expect(error.message).toEndWith(` (request id: ${id})`)
  return { status: response.status, ...error, message: error.message.slice(0, -` (request id: ${id})`.length) }
}
