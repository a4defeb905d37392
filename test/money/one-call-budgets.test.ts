import { expect, test } from 'bun:test'
import { listChannelKeys, updateChannelKey } from '#contract/api/channel-keys.ts'
import { updateUser } from '#contract/api/users.ts'
import { BUDGET_WINDOWS } from '#contract/limits.ts'
import { expectBooksToAgree, expectBudgetsToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

/** Quota units of a call with a price of its own: 0.002 USD. */
const PRICE = 1000
const chat = { messages: [{ role: 'user', content: 'hi' }], fake: { tokens: 3, delay_ms: 0 } }
const CALLS: Record<string, [path: string, body: object]> = {
  'a whole answer': ['/v1/chat/completions', chat],
  'a stream': ['/v1/chat/completions', { ...chat, stream: true }],
  'a message': ['/v1/messages', { ...chat, max_tokens: 20 }],
  embeddings: ['/v1/embeddings', { input: 'hi' }],
  'a picture': ['/v1/images/generations', { prompt: 'a cat' }],
  speech: ['/v1/audio/speech', { input: 'hi', voice: 'alloy' }],
}
/** Whose budget it is: the caller's, who is refused when it is used up, or a channel's, which the next one takes over from. */
const SCOPES = ['token', 'user', 'group', 'model', 'channel', 'key'] as const

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const groups: string[] = []

  async function setUp(scope: (typeof SCOPES)[number], window: (typeof BUDGET_WINDOWS)[number]) {
    const model = `one-${crypto.randomUUID()}`
    const limits = { budgets: [{ window, quota: PRICE }] }
    const group = scope === 'group' ? `g${groups.push(model)}` : 'default'
    const names = ['default', ...groups.map((_, n) => `g${n + 1}`)]
    await relay.option('GroupRatio', Object.fromEntries(names.map((name) => [name, 1])))
    await relay.option('ModelPrice', { [model]: PRICE / 500_000 })
    await relay.option('ModelLimits', scope === 'model' ? { [model]: limits } : {})
    await relay.option('GroupLimits', scope === 'group' ? { [group]: limits } : {})
    const { id: userId, username } = await relay.server.addUser({ quota: 10_000_000, group })
    const owner = await relay.server.login(username, PASSWORD)
    if (scope === 'user') await relay.root.call(updateUser, { body: { id: userId, username, limits } as never })
    const token = await relay.token(scope === 'token' ? { limits } : {}, owner)
    const fields = { models: model, group, auto_ban: 0 }
    const pool = { key: 'sk-pool-1\nsk-pool-2', mode: 'multi_to_single' }
    const first = await relay.channel({
      ...fields,
      ...{ priority: 5, ...(scope === 'channel' && { limits }), ...(scope === 'key' && pool) },
    })
    if (scope === 'key') {
      const { data: keys = [] } = await relay.root.call(listChannelKeys, { params: { id: first.id } } as never)
      for (const { id } of keys as { id: number }[])
        await relay.root.call(updateChannelKey, {
          params: { id: first.id, key: String(id) },
          body: { limits } as never,
        })
    }
    const second = await relay.channel({ ...fields, priority: 1 })
    return { model, token, userId, first: first.id, second: second.id }
  }

  test.each(SCOPES.flatMap((scope) => Object.keys(CALLS).map((name) => ({ scope, name }))))(
    'a budget of exactly one call serves one: of a $scope, $name',
    async ({ scope, name }) => {
      const window = BUDGET_WINDOWS[Object.keys(CALLS).indexOf(name) % BUDGET_WINDOWS.length]!
      const { model, token, userId, first, second } = await setUp(scope, window)
      const [path, body] = CALLS[name]!
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) {
        const response = await relay.post(path, token, { model, ...body })
        statuses.push(response.status)
        await response.text()
        if (response.status === 200) await relay.charges(model, statuses.filter((each) => each === 200).length)
      }
      const charges = await relay.charges(model)
      const served = charges.map(({ channel, quota }) => [channel, quota])
      const isOwn = scope !== 'channel' && scope !== 'key'
      // A pool has two keys, of which each has a budget.
      const firsts = scope === 'key' ? 2 : 1
      expect(statuses).toEqual(isOwn ? [200, 429, 429] : [200, 200, 200])
      expect(served).toEqual(isOwn ? [[first, PRICE]] : [0, 1, 2].map((n) => [n < firsts ? first : second, PRICE]))
      await expectBooksToAgree(relay.server.services.store, userId)
      if (isOwn) await expectBudgetsToAgree(relay.server.services.store)
    },
    LIMIT_MS,
  )
})
