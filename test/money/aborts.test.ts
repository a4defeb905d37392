import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'

const TOKENS = 40
const PAUSE_MS = 5

forEachDatabase((_engine, fresh) => {
  describe('a caller that hangs up', () => {
    const relay = relaySite(fresh)
    let gateway: Listening
    beforeAll(async () => {
      gateway = serveApp(relay.server)
    })
    afterAll(async () => {
      await gateway.stop()
    })

    const tokensIn = (text: string) => text.split('"delta":{"content":"').length - 1

    /** Streams and hangs up when `tokens` of text have arrived; answers how many it were in the end. */
    async function hangUpAfter(
      token: string,
      model: string,
      tokens: number,
      { wait = 0, stalls = true } = {},
    ): Promise<number> {
      const stop = new AbortController()
      const request = fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        signal: stop.signal,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          stream: true,
          messages: [{ role: 'user', content: 'hi' }],
          // The upstream waits at that token, so that the stream cannot end before the abort on a slow machine.
          fake: {
            tokens: TOKENS,
            delay_ms: PAUSE_MS,
            first_byte_ms: 40,
            ...(stalls && tokens > 0 && tokens < TOKENS && { stall_after: tokens }),
          },
        }),
      })
      request.catch(() => {})
      if (tokens < 0) {
        await Bun.sleep(wait)
        stop.abort()
        return 0
      }
      const reader = (await request).body?.getReader()
      let text = ''
      while (reader && tokensIn(text) < tokens) {
        const { done, value } = await reader.read()
        if (done) break
        text += Buffer.from(value).toString()
      }
      await Bun.sleep(wait)
      stop.abort()
      return tokensIn(text)
    }

    test.each([
      ['before the upstream answers', -1, 15],
      ['at the first byte', 1, 0],
      ['early', 5, 0],
      ['in the middle', TOKENS / 2, 0],
      ['shortly before the end', TOKENS - 3, 0],
      ['after the last byte', TOKENS + 1, 30],
    ])('%s pays for what was delivered, and the upstream is cancelled', async (_moment, tokens, wait) => {
      const model = relay.model()
      await relay.channel({ models: model })
      const token = await relay.token()
      relay.upstream.invoice.clear()
      const received = await hangUpAfter(token, model, tokens, { wait })
      await relay.upstream.invoice.settled()
      const served = relay.upstream.invoice.lines.find((line) => line.model === model)
      await Bun.sleep(30)
      const [charge] = await relay.charges(model)
      if (tokens < 0) {
        expect(charge).toBeUndefined()
        expect(served?.completionTokens ?? 0).toBe(0)
        return
      }
      // Tokens of the fake are words; ours are estimated when the usage never came. Both sides must be close.
      expect(charge?.completion).toBeWithin(
        Math.floor(received * 0.5),
        Math.ceil((served?.completionTokens ?? 0) * 2) + 3,
      )
      if (tokens <= TOKENS) {
        expect(charge?.receipt).toMatchObject({
          end_reason: 'client_abort',
          abort_policy: 'cancel',
          usage_source: 'estimated',
        })
        expect(served?.outcome).toBe('aborted')
        expect(served?.completionTokens).toBeLessThan(TOKENS)
      } else {
        expect(charge).toMatchObject({ completion: TOKENS, receipt: { end_reason: 'stop', usage_source: 'upstream' } })
      }
      expect(await expectBooksToAgree(relay.server.services.store, 1)).toBeTruthy()
    })

    test('a channel that drains pays exactly what the upstream bills', async () => {
      const model = relay.model()
      await relay.channel({ models: model, settings: JSON.stringify({ abort_policy: 'drain', drain_seconds: 5 }) })
      const token = await relay.token()
      await hangUpAfter(token, model, 5, { stalls: false })
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({
        completion: TOKENS,
        receipt: { end_reason: 'client_abort', abort_policy: 'drain', usage_source: 'upstream' },
      })
    })

    test('a caller that stops reading slows the upstream down instead of filling memory', async () => {
      const model = relay.model()
      await relay.channel({ models: model })
      const token = await relay.token()
      const body = JSON.stringify({
        model,
        stream: true,
        messages: [{ role: 'user', content: 'hi' }],
        fake: { tokens: 200_000 },
      })
      const { port } = new URL(gateway.url)
      const socket = await Bun.connect({
        hostname: '127.0.0.1',
        port: Number(port),
        socket: { data: (s) => void s.pause() },
      })
      const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
      socket.write(head + body)
      const served = () => relay.upstream.invoice.lines.find((line) => line.model === model)?.completionTokens ?? 0
      // The kernel's buffers take some megabytes; then the upstream must stand still.
      let before = -1
      for (let tries = 0; tries < 40 && (before === 0 || served() !== before); tries++) {
        before = served()
        await Bun.sleep(250)
      }
      expect(before).toBeGreaterThan(0)
      expect(served()).toBe(before)
      expect(before).toBeLessThan(150_000)
      socket.terminate()
      await relay.upstream.invoice.settled()
    })
  })
})
