import { expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

const QUOTA = 2000
const CALLERS = 3

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  test.each([false, true])(
    'callers of a limited token do not wait for each other when balance and token run out together (stream: %p)',
    async (stream) => {
      const user = await relay.server.addUser({ quota: QUOTA })
      const model = relay.model()
      await relay.channel({ models: model })
      const limits = { unlimited_quota: false, remain_quota: QUOTA }
      const token = await relay.token(limits, await relay.server.login(user.username, PASSWORD))
      const codes: string[] = []
      let served = 0
      const call = async (): Promise<boolean> => {
        const fake = { tokens: 100, delay_ms: stream ? 1 : 0, first_byte_ms: 5 }
        const response = await relay.chat(token, { model, stream, max_tokens: 200, fake })
        const text = await response.text()
        if (response.status === 200 && (!stream || text.includes('[DONE]'))) served++
        else codes.push(/"code":"(\w+)"/.exec(text)?.[1] ?? text)
        return codes.length < CALLERS
      }
      await Promise.all(
        Array.from({ length: CALLERS }, async () => {
          while (await call());
        }),
      )
      // The answer of the last units is withheld, or cut, or no further call begins; none has waited for 30 seconds.
      expect(codes.filter((code) => code === 'quota_reserved')).toEqual([])
      // 201 units a call.
      expect(served).toBeGreaterThanOrEqual(Math.floor(QUOTA / 201) - CALLERS)
      await relay.charges(model, served)
      const books = await expectBooksToAgree(relay.server.services.store, user.id)
      expect(books.balance).toBe(QUOTA - books.charged)
    },
    LIMIT_MS,
  )
})
