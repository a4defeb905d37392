import { describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import OpenAI, { AzureOpenAI } from 'openai'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { lastSent, sdkSite } from '#test/harness/sdk-site.ts'
import { inTier } from '#test/harness/tiers.ts'

const messages = [{ role: 'user' as const, content: 'three words here' }]
const MEGABYTE = 1024 * 1024
/** Several times what a body may be decoded to. */
const BOMB_BYTES = (inTier('nightly') ? 200 : 8) * MEGABYTE

forEachDatabase((_engine, fresh) => {
  const site = sdkSite(fresh, { maxBodyBytes: 2 * MEGABYTE, bodyMemoryBytes: 16 * MEGABYTE })

  /** Sends a call as bytes, as no client library would rewrite it. */
  async function raw(path: string, body: Uint8Array | string, fields: string[] = []) {
    const caller = await rawClient(site.url)
    const bytes = Buffer.from(body as string)
    const own = [
      `POST ${path} HTTP/1.1`,
      'host: a.test',
      `authorization: Bearer ${await site.relay.token()}`,
      'content-type: application/json',
      ...fields,
      `content-length: ${bytes.length}`,
    ]
    caller.send(Buffer.concat([Buffer.from(`${own.join('\r\n')}\r\n\r\n`), bytes]))
    const reply = await caller.reply()
    caller.hangUp()
    return reply
  }
  const chat = () => JSON.stringify({ model: site.model, messages })

  test.each([
    '/v1/chat/completions/',
    '/chat/completions',
    '//v1/chat/completions',
    '/v1//chat/completions',
    '/v1/v1/chat/completions',
    '/openai/v1/chat/completions',
    '/v1beta/openai/chat/completions',
    '/chat/completions/?a=b',
  ])('%s means a chat', async (path) => {
    await site.relay.channel({ models: site.model })
    expect(await raw(path, chat())).toMatchObject({ status: 200 })
    expect(lastSent(site.relay.upstream).path).toBe('/v1/chat/completions')
  })

  test.each([
    ['/messages', { model: '', max_tokens: 9, messages }],
    ['/v1/v1/messages', { model: '', max_tokens: 9, messages }],
    ['/responses', { model: '', input: 'hi' }],
    ['/embeddings', { model: '', input: 'hi' }],
    ['/v1/v1beta/models/MODEL:generateContent', { contents: [{ parts: [{ text: 'hi' }] }] }],
    ['/messages/count_tokens', { model: '', messages }],
  ])('%s means what its vendor has there', async (path, body) => {
    await site.relay.channel({ models: site.model })
    const sent = 'model' in body ? { ...body, model: site.model } : body
    expect(await raw(path.replace('MODEL', site.model), JSON.stringify(sent))).toMatchObject({ status: 200 })
  })

  describe('a body that is compressed', () => {
    const codings = {
      gzip: gzipSync,
      'x-gzip': gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
      zstd: zstdCompressSync,
    }
    test.each(Object.entries(codings))('with %s reaches the upstream in clear', async (coding, compress) => {
      await site.relay.channel({ models: site.model })
      expect(await raw('/v1/chat/completions', compress(chat()), [`content-encoding: ${coding}`])).toMatchObject({
        status: 200,
      })
      expect(lastSent(site.relay.upstream).json.messages).toEqual(messages)
    })

    test('twice is decoded in the order of its header', async () => {
      await site.relay.channel({ models: site.model })
      const body = gzipSync(brotliCompressSync(chat()))
      expect(await raw('/v1/chat/completions', body, ['content-encoding: br, gzip'])).toMatchObject({ status: 200 })
    })

    test('in an unknown way is refused by name, in the format of the caller', async () => {
      const reply = await raw('/v1/messages', chat(), ['content-encoding: compress'])
      expect(reply.status).toBe(415)
      expect(JSON.parse(reply.body)).toMatchObject({ type: 'error', error: { code: 'encoding_unsupported' } })
      expect(reply.body).toContain('compress')
    })

    test('and is not what its header says is refused', async () => {
      for (const body of ['no gzip', gzipSync(chat()).subarray(0, 30)]) {
        const reply = await raw('/v1/chat/completions', body, ['content-encoding: gzip'])
        expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([400, 'body_invalid'])
      }
    })

    test.each(Object.entries(codings))('into a bomb with %s ends with 413', async (coding, compress) => {
      const bomb = compress(Buffer.alloc(BOMB_BYTES, ' '))
      const reply = await raw('/v1/chat/completions', bomb, [`content-encoding: ${coding}`])
      expect([reply.status, JSON.parse(reply.body).error.code]).toEqual([413, 'body_too_large'])
    })

    test('counts in the memory for bodies as what it is decoded to, until it is answered', async () => {
      await site.relay.channel({ models: site.model })
      const long = JSON.stringify({ model: site.model, messages: [{ role: 'user', content: 'x'.repeat(MEGABYTE) }] })
      const reply = raw('/v1/chat/completions', gzipSync(long), ['content-encoding: gzip'])
      expect((await reply).status).toBe(200)
      // What a user may hold is free again: half of everything.
      const again = await Promise.all(
        Array.from({ length: 4 }, () => raw('/v1/chat/completions', gzipSync(long), ['content-encoding: gzip'])),
      )
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })
  })

  describe("Azure's SDK", () => {
    const azure = async (fields = {}) =>
      new AzureOpenAI({
        endpoint: site.url,
        apiKey: await site.relay.token(),
        apiVersion: '2024-10-21',
        maxRetries: 0,
        logLevel: 'off',
        ...fields,
      })

    test('chats with a deployment, whole and streamed', async () => {
      await site.relay.channel({ models: site.model })
      const client = await azure({ deployment: site.model })
      expect((await client.chat.completions.create({ model: '', messages })).choices).toHaveLength(1)
      const chunks = []
      const ask = { model: site.model, messages, stream: true as const }
      for await (const chunk of await client.chat.completions.create(ask)) chunks.push(chunk)
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
      expect((await client.embeddings.create({ model: site.model, input: 'hi' })).data).toHaveLength(1)
    })

    test('reads what is wrong', async () => {
      const client = await azure({ apiKey: 'nobody' })
      const call = client.chat.completions.create({ model: site.model, messages })
      expect(await call.catch((error: unknown) => error)).toBeInstanceOf(OpenAI.AuthenticationError)
    })

    test('asks for responses and models at the newer address', async () => {
      await site.relay.channel({ models: site.model })
      const client = new OpenAI({
        baseURL: `${site.url}/openai/v1/`,
        apiKey: 'unused',
        defaultHeaders: { 'api-key': await site.relay.token(), authorization: null },
        maxRetries: 0,
      })
      expect((await client.responses.create({ model: site.model, input: 'hi' })).status).toBe('completed')
      expect((await client.models.list()).data.map(({ id }) => id)).toContain(site.model)
    })
  })

  test("OpenAI's SDK reaches Google's compatible address", async () => {
    await site.relay.channel({ models: site.model })
    const baseURL = `${site.url}/v1beta/openai/`
    const client = new OpenAI({ baseURL, apiKey: await site.relay.token(), maxRetries: 0 })
    expect((await client.chat.completions.create({ model: site.model, messages })).choices).toHaveLength(1)
    expect((await client.models.retrieve(site.model)).id).toBe(site.model)
  })
})
