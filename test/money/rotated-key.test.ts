import { expect, setDefaultTimeout, test } from 'bun:test'
import { rotateToken, type Token } from '#contract/api/tokens.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { LIMIT_MS, until } from '#test/harness/until.ts'

setDefaultTimeout(LIMIT_MS)

const QUOTA = 100_000
const CALLS = 12

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  async function limitedToken(quota: number) {
    const user = await relay.server.addUser({ quota: QUOTA })
    const owner = await relay.server.login(user.username, PASSWORD)
    const key = await relay.token({ unlimited_quota: false, remain_quota: quota }, owner)
    const { db } = relay.server.services.store
    const { id } = await db.selectFrom('tokens').select('id').where('user_id', '=', user.id).executeTakeFirstOrThrow()
    return { user, owner, key, id }
  }
  const rotate = async ({ owner, id }: Awaited<ReturnType<typeof limitedToken>>, keep_seconds: number) =>
    `sk-${((await owner.call(rotateToken, { params: { id }, body: { keep_seconds } })).data as Token).key}`

  test('both keys of a rotated token spend its one quota at once, and the books agree', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    const token = await limitedToken(QUOTA)
    const next = await rotate(token, 3600)
    const call = async (key: string) => {
      const response = await relay.chat(key, { model, max_tokens: 50, fake: { tokens: 50, first_byte_ms: 5 } })
      await response.text()
      return response.status
    }
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n % 2 ? token.key : next)))
    expect(statuses).toEqual(Array(CALLS).fill(200))
    const charges = await relay.charges(model, CALLS)
    expect(new Set(charges.map(({ tokenId }) => tokenId))).toEqual(new Set([token.id]))
    const books = await expectBooksToAgree(relay.server.services.store, token.user.id)
    expect(books.charged).toBeGreaterThan(0)
    expect(books.balance).toBe(QUOTA - books.charged)
  })

  test('together they spend no more than the quota of the token', async () => {
    const limit = 500
    const model = relay.model()
    await relay.channel({ models: model })
    const token = await limitedToken(limit)
    const next = await rotate(token, 3600)
    let served = 0
    const spend = async (key: string) => {
      for (;;) {
        const response = await relay.chat(key, { model, max_tokens: 50, fake: { tokens: 50, first_byte_ms: 2 } })
        await response.text()
        if (response.status !== 200) return response.status
        served++
      }
    }
    const ends = await Promise.all([spend(token.key), spend(next)])
    for (const status of ends) expect([403, 429]).toContain(status)
    expect(served).toBeGreaterThan(0)
    const dearest = Math.max(...(await relay.charges(model, served)).map(({ quota }) => quota))
    const books = await expectBooksToAgree(relay.server.services.store, token.user.id)
    // The answer of a call may pass the quota by less than a slice, as with one key.
    expect(books.charged).toBeLessThan(limit + dearest)
  })

  test('a call that began with a key whose time ends goes on and is charged; the next one is refused', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    const token = await limitedToken(QUOTA)
    const fake = { tokens: 20, delay_ms: 20, first_byte_ms: 200 }
    const running = relay.chat(token.key, { model, stream: true, max_tokens: 20, fake })
    await until(() => relay.tried(model).length > 0)
    await rotate(token, 0)
    const response = await running
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('[DONE]')
    expect((await relay.chat(token.key, { model })).status).toBe(401)
    await relay.charges(model, 1)
    await expectBooksToAgree(relay.server.services.store, token.user.id)
  })
})
