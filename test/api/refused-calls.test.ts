import { beforeAll, expect, test } from 'bun:test'
import { updateUser } from '#contract/api/users.ts'
import { LIMIT_MEASURES } from '#contract/limits.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

const WORD = 'test_sensitive'
const LIMITS = { rpm: 100, rpd: 100, tpm: 100_000, tpd: 100_000, concurrency: 10 }
const chat = (content: string) => ({ messages: [{ role: 'user', content }] })

/** Calls of each kind: path and body of a text. */
const KINDS: Record<string, (content: string) => [path: string, body: object]> = {
  'a whole answer': (content) => ['/v1/chat/completions', chat(content)],
  'a stream': (content) => ['/v1/chat/completions', { ...chat(content), stream: true }],
  'a message': (content) => ['/v1/messages', { ...chat(content), max_tokens: 10 }],
  'a response': (input) => ['/v1/responses', { input }],
  embeddings: (input) => ['/v1/embeddings', { input }],
  pictures: (prompt) => ['/v1/images/generations', { prompt }],
}

interface Refusal {
  status: number | readonly number[]
  /** Fields of the token, of the user, and of the body. */
  token?: object
  user?: object
  body?: object
  text?: string
  /** What is sent in the place of JSON. */
  raw?: string
}

const REFUSALS: Record<string, Refusal> = {
  'a budget': { status: 429, token: { limits: { ...LIMITS, budgets: [{ window: 'hour', quota: 0 }] } } },
  'the balance': { status: [402, 403], user: { quota: 0 } },
  'the quota of the token': { status: [402, 403], token: { unlimited_quota: false, remain_quota: 0 } },
  words: { status: 400, text: `say ${WORD}` },
  'a broken body': { status: 400, raw: '{"model": ' },
  'a body without a model': { status: 400, raw: '{"messages": []}' },
  'a model that there is not': { status: 404, body: { model: 'no-such-model' } },
  'the models of the token': { status: 403, token: { model_limits_enabled: true, model_limits: 'other' } },
  'the endpoints of the token': { status: 403, token: { endpoints: ['rerank'] } },
  'its address': { status: 403, token: { allow_ips: '203.0.113.9' } },
  'the state of the token': { status: 401, token: { expired_time: 1_700_000_000 } },
  'a full channel': { status: 429, body: { model: 'full' } },
}

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let model: string
  let full: string
  let channel: number

  beforeAll(async () => {
    ;[model, full] = [relay.model(), relay.model()]
    await relay.option('SensitiveWords', WORD)
    await relay.option('GroupLimits', { default: LIMITS })
    await relay.option('ModelLimits', { [model]: LIMITS, [full]: LIMITS, 'no-such-*': LIMITS })
    channel = (await relay.channel({ models: model, limits: LIMITS })).id
    await relay.channel({ models: full, limits: { rpm: 0 } })
  }, START_MS)

  test.each(
    Object.entries(REFUSALS).flatMap(([reason, refusal]) =>
      Object.keys(KINDS).map((kind) => ({ reason, kind, refusal })),
    ),
  )('a call that is refused by $reason counts nowhere: $kind', async ({ kind, refusal }) => {
    const { id, username } = await relay.server.addUser({ quota: 10_000_000, ...refusal.user })
    const owner = await relay.server.login(username, PASSWORD)
    await relay.root.call(updateUser, { body: { id, username, limits: LIMITS } as never })
    const token = await relay.token({ limits: LIMITS, ...refusal.token } as never, owner)
    const tokens = await relay.server.services.store.db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', id)
      .execute()
    const [path, body] = KINDS[kind]!(refusal.text ?? 'hello')
    const wanted = (refusal.body as { model?: string } | undefined)?.model
    const name = wanted === 'full' ? full : (wanted ?? model)
    const subjects = [
      { scope: 'token' as const, subject: String(tokens[0]?.id) },
      { scope: 'user' as const, subject: String(id) },
      { scope: 'group' as const, subject: `default/${id}` },
      { scope: 'model' as const, subject: name === 'no-such-model' ? 'no-such-*' : name },
      { scope: 'channel' as const, subject: String(channel) },
    ].map((each) => ({ ...each, limits: LIMITS }))
    const { callLimits } = relay.server.services
    const before = await callLimits.readUse(subjects)
    const response = await relay.post(path, token, refusal.raw ?? { ...body, model: name })
    const text = await response.text()
    expect([refusal.status].flat(), text).toContain(response.status)
    const after = await callLimits.readUse(subjects)
    for (const measure of LIMIT_MEASURES)
      expect(after.map((use) => use[measure]?.used)).toEqual(before.map((use) => use[measure]?.used))
  })
})
