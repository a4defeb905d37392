import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { testChannel } from '#contract/api/channel-checks.ts'
import { cloudsSite } from '#test/harness/clouds-site.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen } from '#test/harness/listening.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const COHERE = 34
const ANTHROPIC = 14
const documents = ['a cat', { text: 'a dog barks' }, 'a bird']

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  const clouds = cloudsSite()
  let token: string
  let model: string
  /** An upstream in the format of Jina, which answers with these fields beside its results. */
  let jina: Listening
  let used: object
  let received = ''
  const results = [{ index: 1, relevance_score: 0.9 }]

  beforeAll(async () => {
    token = await relay.token()
    jina = listen(async (request) => {
      received = await request.text()
      const isKnown = new URL(request.url).pathname === '/v1/rerank'
      return isKnown ? Response.json({ results, ...used }) : new Response(null, { status: 404 })
    })
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
  })
  afterAll(async () => {
    await jina.stop()
  })

  const rerank = (fields: object = {}) =>
    relay.post('/v1/rerank', token, { model, query: 'what barks', documents, ...fields })

  describe('at an upstream of the same format', () => {
    beforeEach(() => relay.channel({ models: model, base_url: jina.url }))

    test.each([
      ['the usage of Jina', { usage: { total_tokens: 12 } }, 12],
      ['what SiliconFlow bills', { meta: { billed_units: { input_tokens: 11 }, tokens: { input_tokens: 20 } } }, 11],
      ['what SiliconFlow counts', { meta: { tokens: { input_tokens: 20, output_tokens: 0 } } }, 20],
    ])('bytes pass as they are, and %s is charged', async (_, usage, tokens) => {
      used = usage
      const body = `{ "model":"${model}", "query":"q", "documents":["a"],  "overlap_tokens":5 }`
      const response = await relay.post('/v1/rerank', token, body)
      expect(await response.json()).toEqual({ results, ...usage })
      expect(received).toBe(body)
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ quota: tokens, completion: 0, receipt: { usage_source: 'upstream' } })
    })

    test("Cohere's second address means the same", async () => {
      used = {}
      const response = await relay.post('/v2/rerank', token, { model, query: 'q', documents: ['a'] })
      expect(await response.json()).toEqual({ results })
      const unknown = await relay.post('/v2/nothing', token, {})
      expect([unknown.status, (await unknown.json()).error.code]).toEqual([404, 'invalid_url'])
    })

    test('an estimate is charged where nobody counts', async () => {
      used = { meta: { billed_units: { search_units: 1 } } }
      await rerank({ documents: ['x'.repeat(400)] })
      const [row] = await relay.charges(model, 1)
      expect(row?.receipt.usage_source).toBe('estimated')
      expect(row?.prompt).toBeGreaterThan(100)
      expect(row?.completion).toBe(0)
    })

    test.each([
      [{ query: undefined }, 'invalid_query', 'query is empty'],
      [{ query: '' }, 'invalid_query', 'query is empty'],
      [{ query: null }, 'invalid_query', 'query is empty'],
      [{ documents: undefined }, 'invalid_documents', 'documents is empty'],
      [{ documents: [] }, 'invalid_documents', 'documents is empty'],
      [{ model: undefined }, 'model_required', ''],
    ])('%j is refused with %s', async (fields, code, message) => {
      const answer = await refused(await rerank(fields))
      expect(answer).toMatchObject({ status: 400, code })
      expect(answer.message).toContain(message)
    })
  })

  describe('at Cohere', () => {
    const behave = (fields: object = {}) =>
      relay.channel({
        type: COHERE,
        base_url: clouds.url,
        models: model,
        model_mapping: JSON.stringify({ [model]: 'rerank-v3.5' }),
        ...fields,
      })

    test('documents are sent as texts, and come back', async () => {
      const { id } = await behave()
      const response = await rerank({ top_n: 1, overlap_tokens: 5 })
      const estimate = expect.any(Number)
      expect(await response.json()).toEqual({
        id: expect.any(String),
        meta: expect.objectContaining({ billed_units: { search_units: 1 } }),
        object: 'list',
        model,
        results: [{ index: 1, relevance_score: 0.5, document: { text: 'a dog barks' } }],
        usage: { prompt_tokens: estimate, total_tokens: estimate },
      })
      const { path, body } = clouds.requests.at(-1)!
      expect(path).toBe('/v2/rerank')
      expect(JSON.parse(Buffer.from(body).toString())).toEqual({
        model: 'rerank-v3.5',
        query: 'what barks',
        documents: ['a cat', 'a dog barks', 'a bird'],
        top_n: 1,
      })
      const [row] = await relay.charges(model, 1)
      expect(row).toMatchObject({ channel: id, receipt: { usage_source: 'estimated' } })
      expect(await relay.root.call(testChannel, { params: { id } })).toMatchObject({ success: true })
    })

    test('a query that is no text is told with its field', async () => {
      await behave()
      expect(await refused(await rerank({ query: { text: 'q' } }))).toMatchObject({ status: 400, param: 'query' })
    })

    test('an upstream without this call leaves it to another', async () => {
      await relay.channel({ type: ANTHROPIC, base_url: clouds.url, models: model, priority: 9 })
      expect(await refused(await rerank())).toMatchObject({ status: 400, code: 'operation_unsupported' })
      await behave()
      expect((await rerank()).status).toBe(200)
    })
  })
})
