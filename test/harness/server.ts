import { expect } from 'bun:test'
import type { Endpoint, Envelope, Input, Reply } from '#contract/api/endpoint.ts'
import { login as loginEndpoint } from '#contract/api/session.ts'
import type { User } from '#contract/api/users.ts'
import { type App, createApp } from '#server/app.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { Money } from '#server/money/money.ts'
import { openServices } from '#server/open.ts'
import { hashPassword } from '#server/people/accounts/passwords.ts'
import { type Config, type PasswordCost, readConfig } from '#server/platform/config.ts'
import { randomText } from '#server/platform/http/request-id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { UserRow } from '#server/platform/store/tables.ts'
import type { Place } from './databases.ts'
import { watchReplies } from './secrets.ts'

/** What came back of a call: the HTTP status and headers, and the envelope. */
export type Answer<E> = Envelope<Reply<E>> & { status: number; headers: Headers }

/** Somebody who calls the console's interface. */
export interface Client {
  /** Calls an endpoint; a reply that holds anything but what the contract declares fails the test. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, headers?: Record<string, string>): Promise<Answer<E>>
}
export interface LoggedIn extends Client {
  user: User
  /** The headers that prove who calls. */
  headers: Record<string, string>
}

/** A server in this process, without a socket. */
export interface TestServer extends Client {
  app: App
  services: Platform & Money & Calls
  request(path: string, init?: RequestInit): Promise<Response>
  login(username: string, password: string): Promise<LoggedIn>
  root(): Promise<LoggedIn>
  /** Creates a user directly in the database; the password is `password`. */
  addUser(columns: Partial<UserRow>): Promise<{ id: number; username: string }>
  close(): Promise<void>
}

export const PASSWORD = 'password'
/** Tests log in thousands of times; that servers hash as they should is asserted by accounts/passwords.test.ts. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1 }
let passwordHash: Promise<string> | undefined

/** Starts a server on an empty place. Limits are off unless `settings` turns them on. */
export async function startServer(place: Place, settings: Partial<Config> = {}): Promise<TestServer> {
  const { services, close } = await openServices({
    ...readConfig({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' }),
    passwordCost: CHEAP_PASSWORDS,
    ...place,
    ...settings,
  })
  const created = createApp(services)
  // Probes would be counted by upstreams of tests that look at every request.
  services.circuits.probeWith(async () => undefined)
  const app: App = { ...created, fetch: watchReplies(services, created.fetch) }
  const request = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(new URL(path, 'http://switchyard.test'), init), {
      requestIP: () => ({ address: '127.0.0.1' }),
    })
  const client = clientWith(request, {})

  async function login(username: string, password: string): Promise<LoggedIn> {
    const answer = await client.call(loginEndpoint, { body: { username, password } })
    if (!answer.data) throw new Error(`login failed: ${answer.message}`)
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { Cookie: cookie, 'New-Api-User': String(answer.data.id) }
    return { ...clientWith(request, headers), user: answer.data, headers }
  }

  return {
    ...client,
    app,
    services,
    request,
    login,
    root: () => login('root', '123456'),
    async addUser(columns) {
      passwordHash ??= hashPassword(PASSWORD, CHEAP_PASSWORDS)
      const username = columns.username ?? `user-${randomText(8)}`
      const row = { aff_code: randomText(12), ...columns, username, password: await passwordHash }
      const query = services.store.db.insertInto('users').values(row).returning('id')
      return { ...(await query.executeTakeFirstOrThrow()), username }
    },
    close,
  }
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
type Send = (path: string, init?: RequestInit) => Promise<Response>

function clientWith(send: Send, own: Record<string, string>): Client {
  return {
    async call(endpoint, input, headers = {}) {
      const { params = {}, query = {}, body } = input as Parts
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
      const given = Object.entries(query).map(([key, value]) => [key, String(value)])
      const response = await send(`${path}?${new URLSearchParams(given)}`, {
        method: endpoint.method,
        headers: { ...own, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const envelope = (await response.json()) as Envelope<never>
      if (envelope.success) expect(envelope.data as unknown).toEqual(endpoint.reply.parse(envelope.data))
      if (envelope.success && endpoint.beside) expect(envelope).toMatchObject(endpoint.beside.parse(envelope) as object)
      return { ...envelope, status: response.status, headers: response.headers }
    },
  }
}
