import { beforeEach, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { estimatedTokens } from '#test/harness/estimated-tokens.ts'
import { listen } from '#test/harness/listening.ts'
import { rawCalls } from '#test/harness/raw-calls.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { until } from '#test/harness/until.ts'

/** Callers that disconnect at every moment of a call, on both paths: with a close, and with a reset. */

const HOWS = ['end', 'reset'] as const

onDatabase('sqlite', (fresh) => {
  const here = rawCalls(fresh)
  beforeEach(() => here.relay.upstream.invoice.clear())

  const call = (fake: object, more: object = {}) =>
    here.bytesOf(JSON.stringify({ model: here.model, messages: [{ role: 'user', content: 'hi' }], fake, ...more }))
  const served = () => here.relay.upstream.invoice.lines.find((line) => line.model === here.model)
  const begun = () => until(() => served())
  const over = () => until(() => served()?.outcome !== 'open' && here.relay.server.services.calls.active === 0)
  const words = (text: string) => [...text.matchAll(/"content":"([^"]*)"/g)].map(([, word]) => word).join('')
  const arrived = (word: string) => until(() => words(here.client.rest).includes(word))

  describe.each(HOWS)('with a farewell of kind "%s"', (how) => {
    test('in the head or in the body: nothing is asked of anybody', async () => {
      const text = call({})
      for (const at of [1, 30, text.indexOf('\r\n\r\n') + 2, text.indexOf('\r\n\r\n') + 4, text.length - 1]) {
        const other = await rawClient(here.port.url)
        other.send(text.slice(0, at))
        await Bun.sleep(2)
        other.hangUp(how)
      }
      // The server is still running, and has processed the other disconnects before.
      await here.relay.channel({ models: here.model })
      here.client.send(call({}))
      expect((await here.client.reply()).status).toBe(200)
      expect(here.relay.tried(here.model)).toHaveLength(1)
      here.client.hangUp(how)
    })

    test('while the upstream has not answered: it is cancelled, and nothing is charged', async () => {
      await here.relay.channel({ models: here.model })
      here.client.send(call({ first_byte_ms: 60_000 }))
      await begun()
      here.client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 0 })
      expect(await here.relay.charges(here.model)).toEqual([])
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
      await here.relay.channel({ models: here.model, base_url: silent.url })
      here.client.send(call({}, { stream: true }))
      await until(() => here.relay.server.services.calls.active === 1)
      await Bun.sleep(10)
      here.client.hangUp(how)
      await until(() => hungUp && here.relay.server.services.calls.active === 0)
      expect(await here.relay.charges(here.model)).toEqual([])
      await silent.stop()
    })

    test('before the first word of a stream that has begun: the input is charged', async () => {
      await here.relay.channel({ models: here.model })
      here.client.send(call({ stall_after: 0 }, { stream: true }))
      await until(() => here.client.rest.includes('"role"'))
      here.client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 0 })
      const [charge] = await here.relay.charges(here.model, 1)
      expect(charge).toMatchObject({ completion: 0, quota: charge?.prompt, receipt: { end_reason: 'client_abort' } })
    })

    test('in the middle of a stream: it is cancelled, and what was delivered is charged', async () => {
      await here.relay.channel({ models: here.model })
      here.client.send(call({ tokens: 50, stall_after: 5 }, { stream: true }))
      await arrived('jumps')
      here.client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 5 })
      const [charge] = await here.relay.charges(here.model, 1)
      expect(charge?.completion).toBe(estimatedTokens(words(here.client.rest)))
      expect(charge?.receipt).toMatchObject({ end_reason: 'client_abort', abort_policy: 'cancel' })
    })

    test('in the middle of a stream that is read to its end: the real usage is charged', async () => {
      await here.relay.channel({ models: here.model, settings: '{"abort_policy":"drain","drain_seconds":30}' })
      // Long enough to hang up in.
      here.client.send(call({ tokens: 50, stall_after: 5, stall_ms: 1000 }, { stream: true }))
      await arrived('jumps')
      here.client.hangUp(how)
      await over()
      const [charge] = await here.relay.charges(here.model, 1)
      expect(charge).toMatchObject({ completion: 50, receipt: { end_reason: 'client_abort', abort_policy: 'drain' } })
    })

    test('behind the last byte: the whole answer is charged, once', async () => {
      await here.relay.channel({ models: here.model })
      for (const stream of [false, true]) {
        const other = await rawClient(here.port.url)
        other.send(call({ tokens: 7 }, { stream }))
        expect((await other.reply()).status).toBe(200)
        other.hangUp(how)
      }
      expect((await here.relay.charges(here.model, 2)).map(({ completion }) => completion)).toEqual([7, 7])
      await over()
    })

    test('with calls sent ahead: those are not begun', async () => {
      await here.relay.channel({ models: here.model })
      here.client.send(call({ first_byte_ms: 60_000 }) + call({}) + call({}))
      await begun()
      here.client.hangUp(how)
      await over()
      expect(here.relay.tried(here.model)).toHaveLength(1)
      expect(await here.relay.charges(here.model)).toEqual([])
    })

    test('through the web server, too', async () => {
      await here.relay.channel({ models: here.model })
      const text = call({ tokens: 50, stall_after: 5 }, { stream: true })
      here.client.send(text.replace('POST /', 'POST http://a.test/'))
      await arrived('jumps')
      here.client.hangUp(how)
      await over()
      expect(served()).toMatchObject({ outcome: 'aborted', completionTokens: 5 })
      expect((await here.relay.charges(here.model, 1))[0]?.receipt.end_reason).toBe('client_abort')
    })
  })

  test('at once, many: nothing is left over', async () => {
    await here.relay.channel({ models: here.model })
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const other = await rawClient(here.port.url)
        other.send(call({ tokens: 20, delay_ms: 1, first_byte_ms: index % 7 }, { stream: index % 2 === 0 }))
        await Bun.sleep(index % 15)
        other.hangUp(HOWS[index % 2])
      }),
    )
    await over()
    await here.relay.upstream.invoice.settled()
    await until(() => here.relay.server.services.calls.active === 0)
  })
})
