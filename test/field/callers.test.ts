import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { endpoints } from '#contract/api/all.ts'
import { listLogs } from '#contract/api/logs.ts'
import { self } from '#contract/api/session.ts'
import { searchTokens } from '#contract/api/tokens.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { beginSession } from '#server/people/sessions/sessions.ts'
import { openApiDocument } from '#server/site/openapi/document.ts'
import { newCaller } from '#test/harness/callers.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

const LONGEST_QUERY = 4096

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let bystander: Listening
  let visits: string[] = []
  beforeAll(async () => {
    bystander = listen((request) => {
      visits.push(request.url)
      return new Response('visited')
    })
  }, START_MS)
  afterAll(async () => {
    await bystander.stop()
  })

  describe('a credential counts as a whole', () => {
    test('tokens that differ in their last character belong to their own owners', async () => {
      const { server } = relay
      const { db } = server.services.store
      const model = relay.model()
      await relay.channel({ models: model })
      const poor = await newCaller(server, { quota: 0 })
      const rich = await newCaller(server, { quota: 1_000_000 })
      const key = rich.tokenKey
      const twin = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a')
      await db
        .updateTable('tokens')
        .set({ key_hash: server.services.vault.hash(twin) })
        .where('id', '=', poor.tokenId)
        .execute()
      // Twice: the second time both are in the cache.
      for (let round = 0; round < 2; round++) {
        expect((await relay.chat(`sk-${key}`, { model })).status).toBe(200)
        expect((await relay.chat(`sk-${twin}`, { model })).status).toBe(403)
        expect((await relay.chat(`sk-${key.slice(0, 20)}`, { model })).status).toBe(401)
      }
      const charges = await relay.charges(model, 2)
      expect(charges.map(({ tokenId }) => tokenId)).toEqual([rich.tokenId, rich.tokenId])
    })

    test('a part of a session’s secret, or its stored form, is no session', async () => {
      const { server } = relay
      const { id } = await server.addUser({})
      const secret = await beginSession(server.services.store.db, { userId: id, ip: '', userAgent: '' })
      const row = server.services.store.db.selectFrom('sessions').select('id').where('user_id', '=', id)
      const stored = (await row.executeTakeFirstOrThrow()).id
      const statusOf = async (cookie: string) =>
        (await server.call(self, {}, { Cookie: `session=${cookie}`, 'New-Api-User': String(id) })).status
      expect(await statusOf(secret)).toBe(200)
      for (const other of [secret.slice(0, 20), secret.slice(0, -1), `${secret}a`, stored]) {
        expect(await statusOf(other)).toBe(401)
      }
    })
  })

  describe('a caller cannot send the server anywhere', () => {
    test('addresses in messages are for the upstream alone', async () => {
      const model = relay.model()
      await relay.channel({ models: model })
      visits = []
      const content = [
        { type: 'text', text: `look at ${bystander.url}/text` },
        { type: 'image_url', image_url: { url: `${bystander.url}/image.png` } },
        { type: 'file', file: { file_data: `${bystander.url}/file.pdf` } },
      ]
      const token = await relay.token()
      for (const stream of [false, true]) {
        const response = await relay.chat(token, {
          model,
          stream,
          messages: [{ role: 'user', content }],
          webhook: `${bystander.url}/hook`,
        })
        expect(response.status).toBe(200)
        await response.text()
      }
      await relay.charges(model, 2)
      expect(visits).toEqual([])
    })

    test('a model’s name cannot leave its place in the address of a channel', async () => {
      const token = await relay.token()
      for (const name of ['../../admin', '..%2f..%2fadmin', '@127.0.0.1/', 'x?admin=1#', 'a/b\\..\\c']) {
        await relay.option('ModelRatio', { [name]: 1 })
        await relay.channel({ type: 8, models: name, base_url: `${bystander.url}/run/{model}/chat` })
        visits = []
        await (await relay.chat(token, { model: name })).text()
        expect(visits.map((url) => new URL(url).pathname)).toEqual([`/run/${encodeURIComponent(name)}/chat`])
        expect(new URL(visits[0]!).search).toBe('')
      }
    })
  })

  describe('a search costs little, whatever is searched for', () => {
    beforeAll(async () => {
      const { db } = relay.server.services.store
      const row = {
        user_id: 1,
        type: LOG_TYPE.consume,
        content: '',
        username: 'root',
        token_name: '',
        quota: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
        use_time: 0,
        is_stream: 0,
        channel_id: 0,
        token_id: 0,
        other: '',
        request_id: '',
        model_name: 'a'.repeat(180),
      }
      for (let batch = 0; batch < 10; batch++) {
        await db
          .insertInto('logs')
          .values(Array.from({ length: 200 }, (_, i) => ({ ...row, created_at: 1000 + batch * 200 + i })))
          .execute()
      }
    })

    test.each([
      ['a pattern with a hundred wildcards', `${'%a'.repeat(99)}%b`],
      ['wildcards alone', '%'.repeat(200)],
      ['characters that are wildcards elsewhere', `%${'_'.repeat(198)}%`],
    ])(
      '%s',
      async (_what, model_name) => {
        expect(await relay.root.call(listLogs, { query: { model_name } })).toMatchObject({ success: true })
      },
      LIMIT_MS,
    )

    test('a longer text than anybody means is refused', async () => {
      for (const keyword of ['a'.repeat(201), '%a'.repeat(5000)]) {
        expect(await relay.root.call(searchTokens, { query: { keyword } })).toMatchObject({ success: false })
        expect(await relay.root.call(listLogs, { query: { model_name: keyword } })).toMatchObject({ success: false })
      }
    })
  })
})

test('every text in a query has a greatest length', () => {
  interface Schema {
    type?: string
    maxLength?: number
    enum?: unknown[]
    pattern?: string
    anyOf?: Schema[]
  }
  const isBounded = (schema: Schema): boolean =>
    schema.anyOf?.every(isBounded) ??
    (schema.type !== 'string' ||
      schema.enum !== undefined ||
      /\{(?:\d+,)?\d+\}\$$/.test(schema.pattern ?? '') ||
      (schema.maxLength ?? Number.POSITIVE_INFINITY) <= LONGEST_QUERY)
  const { paths } = openApiDocument(endpoints, { title: '', version: '' }) as unknown as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters?: { name: string; in: string; schema: Schema }[] }>
    >
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const unbounded = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter((parameter) => parameter.in === 'query' && !isBounded(parameter.schema))
      .map(({ name }) => `${operationId}: ${name}`),
  )
  expect(unbounded).toEqual([])
})
