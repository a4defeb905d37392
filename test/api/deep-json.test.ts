import { describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/** JSON with so many objects inside each other that parsing it takes seconds: every door refuses it by name. */

const DEPTH = 100_000
const DEEP = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`
const DEEP_LIST = '['.repeat(DEPTH) + ']'.repeat(DEPTH)

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh)

  describe.each([
    ['objects', DEEP],
    ['lists', DEEP_LIST],
  ])('%s', (_name, deep) => {
    test.each([
      ['/v1/chat/completions', (model: string) => `{"model":"${model}","messages":${deep}}`],
      [
        '/v1/chat/completions',
        (model: string) => `{"model":"${model}","messages":[{"role":"user","content":"hi","x":${deep}}]}`,
      ],
      ['/v1/responses', (model: string) => `{"model":"${model}","input":${deep}}`],
      ['/v1/messages', (model: string) => `{"model":"${model}","max_tokens":1,"messages":[${deep}]}`],
      ['/v1/messages/count_tokens', (model: string) => `{"model":"${model}","messages":[${deep}]}`],
      ['/v1beta/models/m:generateContent', () => `{"contents":[${deep}]}`],
      ['/v1/embeddings', (model: string) => `{"model":"${model}","input":${deep}}`],
      ['/v1/rerank', (model: string) => `{"model":"${model}","query":"a","documents":${deep}}`],
      ['/v1/images/generations', (model: string) => `{"model":"${model}","prompt":"a","x":${deep}}`],
      ['/mj/submit/imagine', () => `{"prompt":"a","x":${deep}}`],
      ['/suno/submit/music', () => `{"prompt":"a","x":${deep}}`],
    ])('in a call of %s', async (path, body) => {
      const model = relay.model()
      await relay.channel({ models: model })
      const { status } = await relay.post(path, await relay.token(), body(model))
      expect(status).toBe(400)
    })

    test.each([
      ['/api/user/login', `{"username":"a","password":${deep}}`],
      ['/api/configuration/plan', `{"document":{"options":${deep}}}`],
      ['/api/configuration/apply', `{"document":${deep}}`],
      ['/api/channel', `{"type":1,"name":"a","key":"b","models":"c","settings":${deep}}`],
      ['/api/channel', JSON.stringify({ type: 1, name: 'a', key: deep, models: 'c' })],
      ['/api/channel', JSON.stringify({ type: 41, name: 'a', key: deep, models: 'c', other: 'us-east5' })],
    ])('in a body of the console at %s', async (path, body) => {
      const answer = await relay.server.request(path, { method: 'POST', headers: relay.root.headers, body })
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as { message: string }).message).toContain('inside each other')
    })

    test.each(['/v1/chat/completions', '/v1/messages', '/v1/responses'])('in an answer to %s', async (path) => {
      const model = relay.model()
      const answer = `{"id":"a","object":"chat.completion","choices":${deep},"usage":{"prompt_tokens":1,"completion_tokens":1}}`
      await relay.channelThat(() => new Response(answer, { headers: { 'content-type': 'application/json' } }), {
        models: model,
      })
      const body = { model, max_tokens: 5, messages: [{ role: 'user', content: 'hi' }], input: 'hi' }
      const { status } = await relay.post(path, await relay.token(), body)
      expect(status).toBe(502)
    })

    test('in an error of an upstream', async () => {
      const model = relay.model()
      await relay.channelThat(() => new Response(`{"error":${deep}}`, { status: 400 }), { models: model })
      expect((await relay.chat(await relay.token(), { model })).status).toBe(400)
    })
  })
})
