import { beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'

const MEGABYTE = 1024 * 1024
const LIMIT = MEGABYTE
/** What an answer that is decoded without a limit becomes: megabytes out of some KB. */
const BOMB_BYTES = (inTier('nightly') ? 64 : 6) * MEGABYTE
const BOMB = Buffer.from(`{"choices":[],"padding":"${'a'.repeat(BOMB_BYTES)}"}`)
const CODINGS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', (bytes: Buffer) => brotliCompressSync(bytes)],
  ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
] as const

const answered = (body: BodyInit, type: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } })
const chunkOf = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

/** A stream without an end. */
function endless(text: string): Response {
  const bytes = Buffer.from(text)
  const pull = async (controller: ReadableStreamDefaultController) => {
    await Bun.sleep(0)
    controller.enqueue(bytes)
  }
  return answered(new ReadableStream({ pull }), 'text/event-stream')
}

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh, { maxAnswerBytes: LIMIT, answerMemoryBytes: 4 * LIMIT })
  let token: string

  beforeAll(async () => {
    const { username } = await relay.server.addUser({ quota: 1_000_000_000 })
    token = await relay.token({}, await relay.server.login(username, PASSWORD))
  }, START_MS)

  const channels = () => relay.server.services.channels

  describe.each(CODINGS)('an answer that %s makes larger than the limit', (coding, compress) => {
    const bomb = compress(BOMB)
    const send = () => answered(bomb, 'application/json', { 'content-encoding': coding })

    test.each([
      ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }],
      ['/v1/messages', { max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }],
      ['/v1/embeddings', { input: 'hi' }],
    ])('ends a call of %s with an error in its format', async (path, body) => {
      const model = relay.model()
      const { id } = await relay.channelThat(send, { models: model })
      const response = await relay.post(path, token, { model, ...body })
      expect(response.status).toBe(502)
      expect(await response.text()).toContain('answer_too_large')
      expect(channels().byId(id)?.status).toBe(1)
      expect(await relay.charges(model)).toEqual([])
    })

    test('is tried at the next channel', async () => {
      const model = relay.model()
      await relay.channelThat(send, { models: model, priority: 10 })
      await relay.channel({ models: model })
      expect((await relay.chat(token, { model })).status).toBe(200)
      expect(await relay.charges(model, 1)).toHaveLength(1)
    })

    test('is no danger as an error, of which the beginning is read', async () => {
      const model = relay.model()
      await relay.channelThat(() => answered(bomb, 'application/json', { 'content-encoding': coding }, 400), {
        models: model,
      })
      expect((await relay.chat(token, { model })).status).toBe(400)
    })
  })

  test('a long answer within the limit is served, as often as it is asked for', async () => {
    const model = relay.model()
    const content = 'a'.repeat(LIMIT - 1000)
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const body = JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: 'stop' }], usage })
    await relay.channelThat(() => answered(gzipSync(body), 'application/json', { 'content-encoding': 'gzip' }), {
      models: model,
    })
    for (let call = 0; call < 8; call++) {
      const response = await relay.chat(token, { model })
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, body.length])
    }
  })

  test('a user whose answers take too much memory is told so; the channel is not blamed, and others are served', async () => {
    const model = relay.model()
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    let waiting = 0
    const part = Buffer.alloc(LIMIT * 0.75, ' ')
    const slow = () => {
      async function* parts() {
        yield part
        if (++waiting === 1) begun.resolve()
        await go.promise
        yield '{"choices":[{"index":0,"message":{"content":"hi"},"finish_reason":"stop"}]}'
      }
      return answered(parts() as unknown as BodyInit, 'application/json')
    }
    await relay.channelThat(slow, { models: model })
    const calls = [relay.chat(token, { model })]
    await begun.promise
    // Alone, a user may hold a third of four megabytes: the second answer does not fit.
    const refused = await relay.chat(token, { model })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_large_answers' } })
    calls.push(relay.chat(await relay.token(), { model }))
    go.resolve()
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200])
  })

  describe('a stream', () => {
    const ask = (model: string, path: string) =>
      relay.post(path, token, {
        model,
        stream: true,
        ...(path === '/v1/responses'
          ? { input: 'hi' }
          : { max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }),
      })

    test.each(['/v1/chat/completions', '/v1/messages', '/v1/responses'])(
      'whose line does not end is ended with an error (%s)',
      async (path) => {
        const model = relay.model()
        let isFirst = true
        const { id } = await relay.channelThat(
          () => {
            isFirst = true
            const pull = async (controller: ReadableStreamDefaultController) => {
              await Bun.sleep(0)
              controller.enqueue(Buffer.from(isFirst ? `${chunkOf('Hello')}data: ` : 'a'.repeat(50_000)))
              isFirst = false
            }
            return answered(new ReadableStream({ pull }), 'text/event-stream')
          },
          { models: model },
        )
        const text = await (await ask(model, path)).text()
        expect(text).toContain('Hello')
        expect(text).toContain('answer_too_large')
        expect(channels().byId(id)?.status).toBe(1)
      },
    )

    test('that is kept for its last event is ended at the limit, one that passes is not', async () => {
      const model = relay.model()
      const block = 'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n'
      const said = (text: string) =>
        `data: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })}\n\n`
      await relay.channelThat(() => endless(block + said('a'.repeat(20_000))), { models: model, type: 14 })
      expect(await (await ask(model, '/v1/responses')).text()).toContain('answer_too_large')
      const reader = (await ask(model, '/v1/messages')).body?.getReader()
      let received = 0
      while (received < 3 * LIMIT) received += (await reader?.read())?.value?.length ?? Number.NaN
      await reader?.cancel()
    })

    test('that is collected for a caller who wants none is limited', async () => {
      const model = relay.model()
      await relay.channelThat(() => endless(chunkOf('a'.repeat(20_000))), { models: model })
      const response = await relay.chat(token, { model })
      expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('answer_too_large')])
    })
  })
})
