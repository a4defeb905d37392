import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rawCalls } from '#test/harness/raw-calls.ts'

/** Calls that a client sends on one connection without waiting: each is answered, and in their order. */
forEachDatabase((_engine, fresh) => {
  const calls = rawCalls(fresh)
  const status = 'GET /api/status HTTP/1.1\r\nhost: a.test\r\n\r\n'
  const wrong = 'GET /api/log/7 HTTP/1.1\r\nhost: a.test\r\n\r\n'

  /** Bytes of a call, and what its answer holds. */
  type Sent = readonly [bytes: string, status: number, part: string]
  const chat = (tokens: number): Sent => [
    calls.bytesOf(
      JSON.stringify({ model: calls.model, messages: [{ role: 'user', content: 'hi' }], fake: { tokens } }),
    ),
    200,
    `"completion_tokens":${tokens}`,
  ]
  const page = (): Sent => [status, 200, 'system_name']
  const refused = (): Sent => [wrong, 401, '"success":false']
  const broken = (): Sent => [calls.bytesOf('{"model":'), 400, '"error"']
  const mixes: Record<string, () => Sent[]> = {
    'two calls of the relay': () => [chat(3), chat(4)],
    'ten calls of the relay': () => Array.from({ length: 10 }, (_, index) => chat(index + 1)),
    'two calls of the console': () => [page(), refused()],
    'ten calls of the console': () => Array.from({ length: 10 }, (_, index) => (index % 2 ? page() : refused())),
    'a call of the relay before one of the console': () => [chat(3), page()],
    'a call of the console before one of the relay': () => [page(), chat(3)],
    'ten calls of both, some of them refused': () => [
      ...[chat(1), page(), chat(2), refused(), broken()],
      ...[chat(3), chat(4), page(), page(), chat(5)],
    ],
  }

  test.each(Object.entries(mixes))('%s', async (_name, mix) => {
    await calls.relay.channel({ models: calls.model })
    const sent = mix()
    calls.client.send(sent.map(([bytes]) => bytes).join(''))
    for (const [, status, part] of sent) {
      const reply = await calls.client.reply()
      expect([reply.status, reply.body]).toEqual([status, expect.stringContaining(part)])
    }
    expect(calls.client.rest).toBe('')
  })
})
