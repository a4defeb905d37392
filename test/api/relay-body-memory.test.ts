import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { until } from '#test/harness/until.ts'

const MEGABYTE = 1024 * 1024
/** A third of the room, which is what one user may hold: two bodies of one megabyte each. */
const ROOM = 7 * MEGABYTE

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh, { maxBodyBytes: 3 * MEGABYTE, bodyMemoryBytes: ROOM })
  let port: Listening
  let model: string
  const clients: RawClient[] = []

  beforeAll(async () => {
    port = serveApp(relay.server)
    model = relay.model()
    await relay.channel({ models: model })
  }, START_MS)
  afterEach(() => {
    for (const client of clients.splice(0)) client.hangUp()
  })
  afterAll(async () => {
    await port.stop(true)
  })

  const bodyOf = (fields: string) =>
    `{"model":"${model}","max_tokens":5,"messages":[{"role":"user","content":"hi"}]${fields}${' '.repeat(MEGABYTE)}}`

  /** A token that the server has just seen. */
  async function knownToken(): Promise<string> {
    const { username } = await relay.server.addUser({ quota: 1_000_000 })
    const token = await relay.token({}, await relay.server.login(username, PASSWORD))
    expect((await relay.chat(token, { model })).status).toBe(200)
    return token
  }

  /** Sends a call with a long body, but for its last byte. */
  async function almost(token: string, { path = '/v1/chat/completions', framing = 'length', fields = '' } = {}) {
    const client = await rawClient(port.url)
    clients.push(client)
    const body = bodyOf(fields)
    const isChunked = framing === 'chunked'
    const head = [`POST ${path} HTTP/1.1`, 'host: a.test', `authorization: Bearer ${token}`]
    head.push(isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`)
    client.send(`${head.join('\r\n')}\r\n\r\n${isChunked ? `${body.length.toString(16)}\r\n` : ''}${body.slice(0, -1)}`)
    await until(() => client.unsent === 0)
    return { client, finish: () => client.send(isChunked ? '}\r\n0\r\n\r\n' : '}') }
  }

  /** Sends three such calls, of which two find memory; which of them it is depends on whose bytes come first. */
  async function three(token: string, options: Parameters<typeof almost>[1] = {}) {
    const begun = [await almost(token, options), await almost(token, options), await almost(token, options)]
    const calls = begun.map(({ client, finish }) => ({ finish, reply: client.reply() }))
    for (const { reply } of calls) reply.catch(() => {})
    const first = await Promise.race(calls.map(async (call) => ({ call, refused: await call.reply })))
    return { refused: first.refused, waiting: calls.filter((call) => call !== first.call) }
  }

  describe('bodies that are on their way', () => {
    test('of one user take so much memory, and no more; others go on', async () => {
      const [greedy, other] = [await knownToken(), await knownToken()]
      const { refused, waiting } = await three(greedy)
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
      expect(JSON.parse(refused.body).error).toMatchObject({ code: 'too_many_large_calls' })
      // Small calls of the same user, and large ones of others, are served.
      expect((await relay.chat(greedy, { model })).status).toBe(200)
      const others = await almost(other)
      others.finish()
      expect((await others.client.reply()).status).toBe(200)
      for (const { reply, finish } of waiting) {
        finish()
        expect((await reply).status).toBe(200)
      }
      const again = await almost(greedy)
      again.finish()
      expect((await again.client.reply()).status).toBe(200)
    })

    test.each(['length', 'chunked'])("are refused in the words of the caller's own format (%s)", async (framing) => {
      const token = await knownToken()
      const { refused, waiting } = await three(token, { path: '/v1/messages', framing })
      const { status, body } = refused
      expect(status).toBe(429)
      expect(JSON.parse(body)).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
      expect(waiting).toHaveLength(2)
    })

    test('give their memory back when the caller hangs up, and when the call is refused', async () => {
      const token = await knownToken()
      for (let round = 0; round < 3; round++) {
        for (const { client } of [await almost(token), await almost(token)]) client.hangUp()
        for (const framing of ['length', 'chunked']) {
          // Whoever hung up is noticed a moment later.
          await until(async () => {
            const { client, finish } = await almost(token, { path: '/v1/embeddings', framing })
            finish()
            return (await client.reply()).status === 400
          })
        }
      }
    })

    test('count while an upstream is waited for, however they came', async () => {
      const token = await knownToken()
      const before = relay.tried(model).length
      const slow = { fields: ',"fake":{"first_byte_ms":60000}' }
      const calls = [await almost(token, slow), await almost(token, { ...slow, framing: 'chunked' })]
      for (const { finish } of calls) finish()
      await until(() => relay.tried(model).length === before + 2)
      expect((await (await almost(token)).client.reply()).status).toBe(429)
    })
  })
})
