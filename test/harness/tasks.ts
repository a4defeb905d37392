import { expect } from 'bun:test'
import { createToken, type TokenInput } from '#contract/api/tokens.ts'
import { pollDrawings } from '#server/calls/tasks/midjourney/poll.ts'
import { pollSongs } from '#server/calls/tasks/suno/poll.ts'
import type { MidjourneyRow } from '#server/money/accounting/task-tables.ts'
import type { Config } from '#server/platform/config.ts'
import { type FakePlatforms, startFakePlatforms } from '#test/fake-upstream/tasks.ts'
import { type Books, expectBooksToAgree, expectChannelsToAgree } from './books.ts'
import { addChannel } from './channels.ts'
import type { Place } from './databases.ts'
import { type LoggedIn, PASSWORD, startServer, type TestServer } from './server.ts'

/** Somebody with money who asks for tasks. */
export interface Customer {
  id: number
  client: LoggedIn
  token: string
}

/** A server with platforms of tasks. */
export interface TaskHarness {
  server: TestServer
  platforms: FakePlatforms
  root: LoggedIn
  /** Adds a channel to the platforms; without `models` it offers all of its type. */
  channel(type: number, fields?: Record<string, unknown>): Promise<{ id: number; key: string }>
  /** A new user with a balance in units, and a token. */
  customer(quota: number, token?: Partial<TokenInput>, columns?: object): Promise<Customer>
  post(path: string, token: string, body: unknown): Promise<Reply>
  get(path: string, token?: string): Promise<Reply>
  /** Drawing tasks of a user, oldest first. */
  drawings(userId: number): Promise<MidjourneyRow[]>
  /** The books of a user, once everything is settled and all checks agree. */
  books(userId: number): Promise<Books>
  /** Polls all platforms. */
  poll(times?: number): Promise<void>
  close(): Promise<void>
}
export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a reply of whatever family
  body: any
  headers: Headers
}

const NEVER = new AbortController().signal
/** Units of 0.1 USD, the price of most drawings. */
export const PRICE = 50_000

export async function startTasks(place: Place, settings: Partial<Config> = {}): Promise<TaskHarness> {
  const server = await startServer(place, settings)
  const platforms = startFakePlatforms()
  const root = await server.root()
  let serial = 0

  async function send(path: string, init: RequestInit): Promise<Reply> {
    const response = await server.request(path, init)
    const text = await response.text()
    return { status: response.status, body: jsonOr(text), headers: response.headers }
  }

  return {
    server,
    platforms,
    root,
    async channel(type, fields = {}) {
      const key = `secret-${++serial}`
      const models = type === 36 ? 'suno_music,suno_lyrics' : DRAWING_MODELS
      const { id } = await addChannel(root, { type, key, base_url: platforms.url, models, ...fields })
      return { id, key }
    },
    async customer(quota, token = {}, columns = {}) {
      const { id, username } = await server.addUser({ quota, ...columns })
      const { db } = server.services.store
      await db.insertInto('ledger_openings').values({ user_id: id, quota }).execute()
      const client = await server.login(username, PASSWORD)
      const body = { name: 'test', unlimited_quota: true, ...token }
      const { data, message } = await client.call(createToken, { body: body as never })
      if (!data) throw new Error(message)
      return { id, client, token: `sk-${data.key}` }
    },
    post: (path, token, body) =>
      send(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, token) => send(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    drawings: (userId) =>
      server.services.store.db
        .selectFrom('midjourneys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),
    async books(userId) {
      const { accounting, store, watchdog } = server.services
      await accounting.ledger.flush()
      await expectChannelsToAgree(store)
      expect((await watchdog.run()).differences).toEqual([])
      return expectBooksToAgree(store, userId)
    },
    async poll(times = 1) {
      for (let time = 0; time < times; time++) {
        await pollDrawings(server.services, NEVER)
        await pollSongs(server.services, NEVER)
      }
    },
    async close() {
      await server.close()
      await platforms.stop()
    },
  }
}

const DRAWING_MODELS =
  'mj_imagine,mj_variation,mj_reroll,mj_blend,mj_upscale,mj_describe,mj_upload,swap_face,mj_zoom,mj_shorten,mj_modal,' +
  'mj_inpaint,mj_custom_zoom,mj_high_variation,mj_low_variation,mj_pan'

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
