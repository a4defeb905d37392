import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { updateToken } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { type RelayHarness, START_MS, startRelay } from '#test/harness/relay.ts'
import { until } from '#test/harness/until.ts'

const LONG = 8 * 1024 * 1024

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  let port: Listening
  let model: string

  beforeAll(async () => {
    relay = await startRelay(await fresh.place(), { logLevel: 'silent' })
    port = serveApp(relay.server)
    model = relay.model()
    await relay.channel({ models: model })
  }, START_MS)
  afterAll(async () => {
    await port.stop()
    await relay.close()
  })

  const body = (length: number) =>
    `{"model":"${model}","messages":[{"role":"user","content":"hi"}]${' '.repeat(length)}}`
  const headOf = (length: number, token: string) =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: a.test\r\nauthorization: Bearer ${token}\r\ncontent-length: ${length}\r\n\r\n`

  describe('a long body', () => {
    test('of a caller whom nobody knows is not waited for', async () => {
      for (const token of ['', 'sk-nobody']) {
        const client = await rawClient(port.url)
        client.send(`${headOf(LONG, token)}{`)
        expect((await client.reply()).status).toBe(401)
        client.hangUp()
      }
    })

    test('of a token that is no longer valid is not waited for, also when it was just used', async () => {
      const token = await relay.token()
      const row = await relay.server.services.store.db
        .selectFrom('tokens')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await relay.chat(token, { model })
      await relay.root.call(updateToken, { body: { id: row.id, name: 'off', status: TOKEN_STATUS.disabled } as never })
      const client = await rawClient(port.url)
      client.send(`${headOf(LONG, token)}{`)
      expect((await client.reply()).status).toBe(401)
      client.hangUp()
    })

    test('of a caller who is known arrives, whether the token was used before or not', async () => {
      const token = await relay.token()
      for (let call = 0; call < 2; call++) {
        const client = await rawClient(port.url)
        const text = body(LONG)
        client.send(headOf(text.length, token) + text.slice(0, 1000))
        await until(() => client.unsent === 0)
        client.send(text.slice(1000))
        expect((await client.reply()).status).toBe(200)
        client.hangUp()
      }
    })
  })
})
