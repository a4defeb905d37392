import { describe, expect, test } from 'bun:test'
import { deleteChannel, updateChannel } from '#contract/api/channels.ts'
import { deleteToken, updateToken } from '#contract/api/tokens.ts'
import { deleteUser, manageUser, updateUser } from '#contract/api/users.ts'
import { CHANNEL_STATUS, TOKEN_STATUS } from '#contract/statuses.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import type { LoggedIn } from '#test/harness/server.ts'
import { PASSWORD } from '#test/harness/server.ts'

const TOKENS = 20
const HALF = TOKENS / 2
const QUOTA = 1_000_000
/** One unit for each of the prompt's tokens, two for each of the answer's. */
const COST = 1 + 2 * TOKENS

interface Running {
  userId: number
  tokenId: number
  channelId: number
  model: string
  user: LoggedIn
}

/** Whoever and whatever takes part in a call may go while it runs. It has been admitted: it ends well, and is paid once. */
forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const db = () => relay.server.services.store.db

  /** A stream that stands still in its middle while something happens; the text that came. */
  async function during(happen: (running: Running) => Promise<unknown>) {
    const { id: userId, username } = await relay.server.addUser({ quota: QUOTA })
    const user = await relay.server.login(username, PASSWORD)
    const model = relay.model()
    const { id: channelId } = await relay.channel({ models: model })
    const token = await relay.token({}, user)
    const { id: tokenId } = await db()
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const running = { userId, tokenId, channelId, model, user }
    const fake = { tokens: TOKENS, stall_after: HALF, stall_ms: 400 }
    const response = await relay.chat(token, { model, stream: true, fake })
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    let text = ''
    const read = async (until: () => boolean) => {
      while (!until()) {
        const { done, value } = await reader.read()
        if (done) return
        text += decoder.decode(value, { stream: true })
      }
    }
    await read(() => pieces(text) >= HALF)
    await happen(running)
    expect(pieces(text)).toBe(HALF)
    await read(() => false)
    const later = await relay.chat(token, { model })
    return { ...running, text, later: later.status, charges: await relay.charges(model, 1) }
  }
  const pieces = (text: string) => text.match(/"content":"[^"]/g)?.length ?? 0

  const root = () => relay.root
  const prices = () => relay.server.services.options.values.ModelRatio
  const EVENTS: [string, number, (running: Running) => Promise<unknown>][] = [
    ['its user is banned', 403, ({ userId }) => root().call(manageUser, { body: { id: userId, action: 'disable' } })],
    [
      'its user moves to another group',
      503,
      ({ userId }) => root().call(updateUser, { body: { id: userId, group: 'vip' } }),
    ],
    ['its token is deleted', 401, ({ user, tokenId }) => user.call(deleteToken, { params: { id: tokenId } })],
    [
      'its token is disabled',
      401,
      ({ user, tokenId }) =>
        user.call(updateToken, { query: { status_only: '1' }, body: { id: tokenId, status: TOKEN_STATUS.disabled } }),
    ],
    [
      'its channel is disabled',
      503,
      ({ channelId }) => root().call(updateChannel, { body: { id: channelId, status: CHANNEL_STATUS.disabled } }),
    ],
    ['its channel is deleted', 404, ({ channelId }) => root().call(deleteChannel, { params: { id: channelId } })],
    ['its price is changed', 200, ({ model }) => relay.option('ModelRatio', { ...prices(), [model]: 100 })],
  ]

  describe.each(EVENTS)('a stream during which %s', (_name, refusal, happen) => {
    test('ends well, costs what it did when it began, and the next call meets the change', async () => {
      const { text, later, charges, userId } = await during(happen)
      expect(pieces(text)).toBe(TOKENS)
      expect(text).toEndWith('data: [DONE]\n\n')
      expect(later).toBe(refusal)
      expect(charges[0]).toMatchObject({ quota: COST, completion: TOKENS, receipt: { end_reason: 'stop' } })
      expect(charges).toHaveLength(refusal === 200 ? 2 : 1)
      await expectBooksToAgree(relay.server.services.store, userId)
      await expectChannelsToAgree(relay.server.services.store)
    })
  })

  test('a stream whose user is removed ends well, and its row and its channel tell of it', async () => {
    const { text, later, charges } = await during(({ userId }) => root().call(deleteUser, { params: { id: userId } }))
    expect(pieces(text)).toBe(TOKENS)
    expect(later).toBe(401)
    expect(charges).toMatchObject([{ quota: COST, receipt: { end_reason: 'stop' } }])
    await expectChannelsToAgree(relay.server.services.store)
  })

  test('a stream whose user loses the whole balance ends well; nothing but what was held for them is spent after', async () => {
    const { text, charges, userId } = await during(({ userId }) =>
      root().call(updateUser, { body: { id: userId, quota: 0 } }),
    )
    expect(pieces(text)).toBe(TOKENS)
    expect(charges[0]).toMatchObject({ quota: COST, receipt: { end_reason: 'stop' } })
    const { balance } = await expectBooksToAgree(relay.server.services.store, userId)
    expect(balance).toBe(-charges.reduce((sum, { quota }) => sum + quota, 0))
  })
})
