import { describe, expect, test } from 'bun:test'
import { updateToken } from '#contract/api/tokens.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { rawCalls } from '#test/harness/raw-calls.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { until } from '#test/harness/until.ts'

const LONG = 8 * 1024 * 1024

onDatabase('sqlite', (fresh) => {
  const here = rawCalls(fresh)

  const headOf = (length: number, token: string) =>
    `POST /v1/chat/completions HTTP/1.1\r\nhost: a.test\r\nauthorization: Bearer ${token}\r\ncontent-length: ${length}\r\n\r\n`

  /** Returns the status of the response to the first byte of a long body. */
  async function statusAtOnce(token: string): Promise<number> {
    const client = await rawClient(here.port.url)
    client.send(`${headOf(LONG, token)}{`)
    const { status } = await client.reply()
    client.hangUp()
    return status
  }

  describe('a long body', () => {
    test('of a caller whom nobody knows is not waited for', async () => {
      for (const token of ['', 'sk-nobody']) expect(await statusAtOnce(token)).toBe(401)
    })

    test('of a token that is no longer valid is not waited for, also when it was just used', async () => {
      const { relay, model } = here
      await relay.channel({ models: model })
      const token = await relay.token()
      const row = await relay.server.services.store.db
        .selectFrom('tokens')
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await relay.chat(token, { model })
      await relay.root.call(updateToken, { body: { id: row.id, name: 'off', status: TOKEN_STATUS.disabled } as never })
      expect(await statusAtOnce(token)).toBe(401)
    })

    test('of a caller who is known arrives, whether the token was used before or not', async () => {
      const { relay, model } = here
      await relay.channel({ models: model })
      const token = await relay.token()
      const text = `{"model":"${model}","messages":[{"role":"user","content":"hi"}]${' '.repeat(LONG)}}`
      for (let call = 0; call < 2; call++) {
        const client = await rawClient(here.port.url)
        client.send(headOf(text.length, token) + text.slice(0, 1000))
        await until(() => client.unsent === 0)
        client.send(text.slice(1000))
        expect((await client.reply()).status).toBe(200)
        client.hangUp()
      }
    })
  })
})
