import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { newCaller } from '#test/harness/callers.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { rawCalls } from '#test/harness/raw-calls.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'

/** Callers that announce much and send little: nobody else must notice them. */

const ANNOUNCED = 60 * 1024 * 1024
const ACCOUNTS = 20
/** Beyond the time within which a body must get on. */
const LATER_MS = 35_000

type Framing = 'length' | 'chunks' | 'expect'
const FRAMINGS: Framing[] = ['length', 'chunks', 'expect']
const FIELDS: Record<Framing, string> = {
  length: `content-length: ${ANNOUNCED}`,
  chunks: 'transfer-encoding: chunked',
  expect: `content-length: ${ANNOUNCED}\r\nexpect: 100-continue`,
}
const CHUNK = '1\r\n \r\n'
const DRIPS: Record<Framing, string> = { length: ' ', chunks: CHUNK, expect: ' ' }

onDatabase('sqlite', (fresh) => {
  const here = rawCalls(fresh)
  const clients: RawClient[] = []

  afterEach(() => {
    setSystemTime()
    for (const client of clients.splice(0)) client.hangUp()
  })

  /** Sends a head and the beginning of a body. */
  async function begin(path: string, framing: Framing, token = '', body = '{'): Promise<RawClient> {
    const client = await rawClient(here.port.url)
    clients.push(client)
    const key = token && `authorization: Bearer ${token}\r\n`
    const start = framing === 'chunks' ? `${body.length.toString(16)}\r\n${body}\r\n` : body
    client.send(`POST ${path} HTTP/1.1\r\nhost: a.test\r\n${key}${FIELDS[framing]}\r\n\r\n${start}`)
    return client
  }

  /** The final response of a connection, which ends behind it. */
  async function lastReply(client: RawClient) {
    let reply = await client.reply()
    while (reply.status === 100) reply = await client.reply()
    await client.ended()
    expect(client.error).toBeUndefined()
    return reply
  }

  /** What others get meanwhile: a call of a megabyte, and a console call. */
  async function expectOthersServed(): Promise<void> {
    const { relay, port, bytesOf } = here
    const model = relay.model()
    await relay.channel({ models: model })
    const client = await rawClient(port.url)
    client.send(bytesOf(`{"model":"${model}","messages":[{"role":"user","content":"hi"}]${' '.repeat(1_000_000)}}`))
    expect((await client.reply()).status).toBe(200)
    client.hangUp()
    const body = JSON.stringify({ username: 'root', password: 'wrong' })
    const login = await fetch(`${port.url}/api/user/login`, { method: 'POST', body })
    expect(login.status).toBe(200)
  }

  async function tokensOf(quota: number): Promise<string[]> {
    const { server } = here.relay
    return Promise.all(
      Array.from({ length: ACCOUNTS }, async () => `sk-${(await newCaller(server, { quota })).tokenKey}`),
    )
  }

  /** Drips until the bodies are too slow. */
  async function dripFor(slow: RawClient[], drip = ' '): Promise<void> {
    await expectOthersServed()
    for (const client of slow) client.send(drip)
    setSystemTime(Date.now() + LATER_MS)
  }

  describe.each(FRAMINGS)('a body that is announced (%s)', (framing) => {
    test('by accounts without balance is refused from its head', async () => {
      const model = here.relay.model()
      await here.relay.channel({ models: model })
      const tokens = await tokensOf(0)
      const slow = await Promise.all(tokens.map((token) => begin('/v1/chat/completions', framing, token)))
      for (const client of slow) {
        const { status, body } = await lastReply(client)
        expect({ status, code: JSON.parse(body).error.code }).toEqual({ status: 403, code: 'insufficient_user_quota' })
      }
      await expectOthersServed()
    })

    test('by accounts with balance that let it drip harms nobody, and is ended', async () => {
      const tokens = await tokensOf(1_000_000)
      const slow = await Promise.all(tokens.map((token) => begin('/v1/messages', framing, token)))
      await dripFor(slow, DRIPS[framing])
      for (const client of slow) {
        const { status, body } = await lastReply(client)
        expect(status).toBe(408)
        expect(JSON.parse(body)).toMatchObject({ type: 'error', error: { code: 'body_too_slow' } })
      }
    })

    test('by nobody is refused from its head', async () => {
      for (const token of ['', 'sk-nobody']) {
        expect((await lastReply(await begin('/v1/responses', framing, token))).status).toBe(401)
      }
    })
  })

  test('a small body that drips is ended, whoever sends it', async () => {
    const [token = ''] = await tokensOf(1_000_000)
    const slow = await Promise.all(
      [token, 'sk-nobody', ''].map(async (key) => {
        const client = await rawClient(here.port.url)
        clients.push(client)
        const field = key && `authorization: Bearer ${key}\r\n`
        client.send(
          `POST /v1beta/models/m:generateContent HTTP/1.1\r\nhost: a.test\r\n${field}content-length: 100\r\n\r\n{`,
        )
        return client
      }),
    )
    await dripFor(slow)
    for (const client of slow) {
      const { status, body } = await lastReply(client)
      expect({ status, reason: JSON.parse(body).error.details[0].reason }).toEqual({
        status: 408,
        reason: 'body_too_slow',
      })
    }
  })

  test.each(['chunks', 'small', 'small and unread'] as const)(
    'a body of the login page that drips is ended (%s)',
    async (kind) => {
      const path = kind === 'small and unread' ? '/api/user/self' : '/api/user/login'
      const slow = await Promise.all(
        Array.from({ length: ACCOUNTS }, async () => {
          if (kind === 'chunks') return begin(path, 'chunks')
          const client = await rawClient(here.port.url)
          clients.push(client)
          client.send(`POST ${path} HTTP/1.1\r\nhost: a.test\r\ncontent-length: 1000\r\n\r\n{`)
          return client
        }),
      )
      await dripFor(slow, kind === 'chunks' ? CHUNK : ' ')
      for (const client of slow) {
        const { status, body } = await lastReply(client)
        expect(status).toBe(kind === 'small and unread' ? 404 : 408)
        expect(Buffer.from(body, 'latin1').toString()).toContain(kind === 'small and unread' ? 'Invalid URL' : '过慢')
      }
    },
  )

  test('a caller that goes on sending gets the refusal nevertheless', async () => {
    const [token = ''] = await tokensOf(0)
    await here.relay.channel({ models: here.relay.model() })
    const client = await begin('/v1/chat/completions', 'length', token)
    const piece = Buffer.alloc(1024 * 1024, ' ')
    for (let sent = 0; sent < 8; sent++) client.send(piece)
    expect((await lastReply(client)).status).toBe(403)
  })
})
