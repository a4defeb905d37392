import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { type Listening, listen, serveApp } from '#test/harness/listening.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'
import { type RelayHarness, START_MS, startRelay } from '#test/harness/relay.ts'
import { until } from '#test/harness/until.ts'

/** Callers that go away, in every moment of a call and in both ways: with a farewell, and with a reset. */

const HOWS = ['end', 'reset'] as const

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  let port: Listening
  let token: string
  let model: string
  let client: RawClient

  beforeAll(async () => {
    relay = await startRelay(await fresh.place(), { logLevel: 'silent' })
    port = serveApp(relay.server)
    token = await relay.token()
  }, START_MS)
  beforeEach(async () => {
    model = relay.model()
    relay.upstream.invoice.clear()
    client = await rawClient(port.url)
  })
  afterAll(async () => {
    // Not by force: it would not end while anything of a caller who has gone is left.
    await port.stop(false)
    await relay.close()
  })

  const call = (fake: object, more: object = {}) => {
    const content = JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], fake, ...more })
    const fields = ['host: a.test', `authorization: Bearer ${token}`, `content-length: ${content.length}`]
    return `POST /v1/chat/completions HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${content}`
  }
  const served = () => relay.upstream.invoice.lines.find((line) => line.model === model)
  const begun = () => until(() => served())
  const over = () => until(() => served()?.outcome !== 'open' && relay.server.services.calls.active === 0)
  const words = (text: string) => [...text.matchAll(/"content":"([^"]*)"/g)].map(([, word]) => word).join('')
  const arrived = (word: string) => until(() => words(client.rest).endsWith(word))

  describe.each(HOWS)('with a farewell of kind "%s"', (how) => {
    test('in the head or in the body: nothing is asked of anybody', async () => {
      const text = call({})
      for (const at of [1, 30, text.indexOf('\r\n\r\n') + 2, text.indexOf('\r\n\r\n') + 4, text.length - 1]) {
        const other = await rawClient(port.url)
        other.send(text.slice(0, at))
        await Bun.sleep(2)
        other.hangUp(how)
      }
      // The server is still there, and has seen the others before.
      await relay.channel({ models: model })
      client.send(call({}))
      expect((await client.reply()).status).toBe(200)
      expect(relay.tried(model)).toHaveLength(1)
      client.hangUp(how)
    })

    test('while the upstream has not answered: it is cancelled, and nothing is charged', async () => {
      await relay.channel({ models: model })
      client.send(call({ first_byte_ms: 150 }))
      await begun()
      client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 0 })
      expect(await relay.charges(model)).toEqual([])
    })

    test('while a stream has not begun: it is cancelled, and nothing is charged', async () => {
      let hungUp = false
      const silent = listen(({ signal }) => {
        signal.addEventListener('abort', () => {
          hungUp = true
        })
        const body = new ReadableStream({ pull: () => new Promise(() => {}) })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      })
      await relay.channel({ models: model, base_url: silent.url })
      client.send(call({}, { stream: true }))
      await until(() => relay.server.services.calls.active === 1)
      await Bun.sleep(10)
      client.hangUp(how)
      await until(() => hungUp && relay.server.services.calls.active === 0)
      expect(await relay.charges(model)).toEqual([])
      await silent.stop()
    })

    test('before the first word of a stream that has begun: the input is charged', async () => {
      await relay.channel({ models: model })
      client.send(call({ stall_after: 0 }, { stream: true }))
      await until(() => client.rest.includes('"role"'))
      client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 0 })
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({ completion: 0, quota: charge?.prompt, receipt: { end_reason: 'client_abort' } })
    })

    test('in the middle of a stream: it is cancelled, and what was delivered is charged', async () => {
      await relay.channel({ models: model })
      client.send(call({ tokens: 50, stall_after: 5 }, { stream: true }))
      await arrived('jumps')
      client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 5 })
      const [charge] = await relay.charges(model, 1)
      expect(charge?.completion).toBe(Math.ceil(words(client.rest).length / 4))
      expect(charge?.receipt).toMatchObject({ end_reason: 'client_abort', abort_policy: 'cancel' })
    })

    test('in the middle of a stream that is read to its end: the real usage is charged', async () => {
      await relay.channel({ models: model, settings: '{"abort_policy":"drain","drain_seconds":5}' })
      client.send(call({ tokens: 50, stall_after: 5, stall_ms: 60 }, { stream: true }))
      await arrived('jumps')
      client.hangUp(how)
      await over()
      const [charge] = await relay.charges(model, 1)
      expect(charge).toMatchObject({ completion: 50, receipt: { end_reason: 'client_abort', abort_policy: 'drain' } })
    })

    test('behind the last byte: the whole answer is charged, once', async () => {
      await relay.channel({ models: model })
      for (const stream of [false, true]) {
        const other = await rawClient(port.url)
        other.send(call({ tokens: 7 }, { stream }))
        expect((await other.reply()).status).toBe(200)
        other.hangUp(how)
      }
      expect((await relay.charges(model, 2)).map(({ completion }) => completion)).toEqual([7, 7])
      await over()
    })

    test('with calls sent ahead: those are not begun', async () => {
      await relay.channel({ models: model })
      client.send(call({ first_byte_ms: 150 }) + call({}) + call({}))
      await begun()
      client.hangUp(how)
      await over()
      expect(relay.tried(model)).toHaveLength(1)
      expect(await relay.charges(model)).toEqual([])
    })

    test('through the web server, too', async () => {
      await relay.channel({ models: model })
      const text = call({ tokens: 50, stall_after: 5 }, { stream: true })
      client.send(text.replace('POST /', 'POST http://a.test/'))
      await arrived('jumps')
      client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 5 })
      expect((await relay.charges(model, 1))[0]?.receipt.end_reason).toBe('client_abort')
    })
  })

  test('at once, many: nothing is left over', async () => {
    await relay.channel({ models: model })
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const other = await rawClient(port.url)
        other.send(call({ tokens: 20, delay_ms: 1, first_byte_ms: index % 7 }, { stream: index % 2 === 0 }))
        await Bun.sleep(index % 15)
        other.hangUp(HOWS[index % 2])
      }),
    )
    await over()
    await relay.upstream.invoice.settled()
    await until(() => relay.server.services.calls.active === 0)
  })
})
