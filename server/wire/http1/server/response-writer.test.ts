import { afterEach, describe, expect, test } from 'bun:test'
import { callOf, type OwnPort, ownPort, replyOf, streamOf } from '#test/harness/ingress.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'
import { until } from '#test/harness/until.ts'
import type { RelayResponse } from '../shared/response.ts'

/** The size of the scratch buffer in which writes are assembled: server/wire/http1/shared/write-buffer.ts. */
const SCRATCH_BYTES = 64 * 1024

let port: OwnPort
let client: RawClient

afterEach(async () => {
  client.hangUp()
  await port.stop(true)
  expect(port.failures).toEqual([])
})

/**
 * Sends the responses one after the other on one connection, and compares what a caller receives with what was
 * sent.
 */
async function exchange(replies: { reply: RelayResponse; body: string }[]) {
  const left = [...replies]
  port = ownPort(async () => left.shift()?.reply ?? replyOf('too many'))
  client = await rawClient(port.url)
  client.send(callOf().repeat(replies.length))
  const received = []
  for (const { body } of replies) {
    const reply = await client.reply()
    expect(reply.body.length).toBe(body.length)
    expect(reply.body === body).toBe(true)
    received.push(reply)
  }
  expect(client.rest).toBe('')
  return received
}

const text = (length: number, letter = 'x') => Buffer.alloc(length, `${letter}123456789`).toString('latin1')
const whole = (body: string) => ({ reply: replyOf(Buffer.from(body, 'latin1')), body })
const chunks = (parts: string[], last?: string) => ({
  reply: streamOf(async (sink) => {
    for (const part of parts) await sink.write(Buffer.from(part, 'latin1'))
    sink.end(last === undefined ? undefined : Buffer.from(last, 'latin1'))
  }),
  body: parts.join('') + (last ?? ''),
})

test('a whole answer of no bytes, of some, as text and as bytes', async () => {
  const texts = ['', 'x', 'é€😀\n', '\0\r\n\r\n']
  await exchange(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text)
      const body = bytes.toString('latin1')
      return [
        { reply: replyOf(text), body },
        { reply: replyOf(bytes), body },
      ]
    }),
  )
})

describe('around the size that is sent in one piece', () => {
  const LENGTH = 10_000
  /** Bodies that, with this overhead, are a little shorter than the buffer, as long, and a little longer. */
  const around = (overhead: number) =>
    Array.from({ length: 9 }, (_, index) => text(SCRATCH_BYTES - overhead + index - 4, String(index)))
  /** Returns the overhead of a body whose length has as many digits as that of the buffer. */
  async function overheadOf(exchanged: ReturnType<typeof whole>): Promise<number> {
    await exchange([exchanged])
    client.hangUp()
    await port.stop()
    return client.received - LENGTH
  }

  test('whole answers', async () => {
    const overhead = await overheadOf(whole(text(LENGTH)))
    await exchange(around(overhead).map(whole))
  })

  test('chunks: the first, later ones, the last', async () => {
    const end = '0\r\n\r\n'.length
    const frame = 'ffff\r\n\r\n'.length
    const overhead = (await overheadOf(chunks([text(LENGTH)]))) - end
    const firsts = around(overhead).map((first) => chunks([first]))
    const laters = around(frame).map((later) => chunks(['', later, later]))
    const lasts = around(frame + end).map((last) => chunks([''], last))
    await exchange([...firsts, ...laters, ...lasts])
  })
})

describe('a stream', () => {
  test('of no bytes, and of chunks without any, is well formed', async () => {
    await exchange([chunks([]), chunks([''], ''), chunks(['', '', 'a', '', 'b', ''], 'c'), chunks(['a'])])
  })

  test('of text is UTF-8', async () => {
    const reply = streamOf(async (sink) => {
      sink.write('é€')
      sink.write('😀')
      sink.end()
    })
    await exchange([{ reply, body: Buffer.from('é€😀').toString('latin1') }])
  })

  test('has its head before its first byte', async () => {
    const gate = Promise.withResolvers<void>()
    port = ownPort(async () =>
      streamOf(async (sink) => {
        await gate.promise
        sink.end(Buffer.from('late'))
      }),
    )
    client = await rawClient(port.url)
    client.send(callOf())
    await until(() => client.rest.endsWith('\r\n\r\n'))
    expect(client.rest).toStartWith('HTTP/1.1 200 OK\r\n')
    gate.resolve()
    expect((await client.reply()).body).toBe('late')
  })

  test('is sent as it is written', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    port = ownPort(async () =>
      streamOf(async (sink) => {
        for (const [index, gate] of gates.entries()) {
          sink.write(`part ${index}`)
          await gate.promise
        }
        sink.end()
      }),
    )
    client = await rawClient(port.url)
    client.send(callOf())
    for (const [index, gate] of gates.entries()) {
      await until(() => client.rest.endsWith(`6\r\npart ${index}\r\n`))
      gate.resolve()
    }
    expect((await client.reply()).body).toBe('part 0part 1')
  })
})

describe('the head', () => {
  const headed = async (headers: Record<string, string>, status = 200) => {
    const [received] = await exchange([{ reply: { status, headers, body: 'x' }, body: 'x' }])
    return received
  }

  test('holds the date, the length and what the relay says', async () => {
    const received = await headed({ 'content-type': 'application/json', 'x-a': 'b \xe9\t' })
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-a': 'b \xe9\t',
      'content-length': '1',
    })
    expect(Math.abs(Date.parse(received?.headers.date ?? '') - Date.now())).toBeLessThan(60_000)
    expect(received?.headers.connection).toBeUndefined()
  })

  test('never holds what would begin another header or another reply', async () => {
    const received = await headed({
      'x-a': 'a\r\nset-cookie: a=b',
      'x-b': 'a\r\n\r\nHTTP/1.1 200 OK\r\n',
      'x-c': 'a\nb',
      'x-d': 'a\0',
      'x-e': '\u0a0d\u010a\u560d',
      'x-f': 'fine',
    })
    expect(Object.keys(received?.headers ?? {}).sort()).toEqual(['content-length', 'date', 'x-f'])
  })

  test.each([400, 402, 413, 429, 499, 500, 503, 529, 599])('has the status %p', async (status) => {
    expect((await headed({}, status))?.status).toBe(status)
  })
})
