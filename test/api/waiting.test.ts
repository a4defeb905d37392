import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { refused } from '#test/harness/relay.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let model: string
  let ends: { text: string; end: () => void }[]
  const tokens: string[] = []

  beforeAll(async () => {
    for (let n = 0; n < 3; n++) tokens.push(await relay.token({ name: `caller ${n}` }))
  }, START_MS)
  beforeEach(async () => {
    model = relay.model()
    ends = []
    await relay.option('GroupWaitSeconds', { default: 60 })
  })

  /** A channel that answers when the test says so. */
  const channel = (fields: object) =>
    relay.channelThat(
      async (request) => {
        const { messages } = (await request.json()) as { messages: { content: string }[] }
        const text = messages[0]?.content ?? ''
        const { promise, resolve: end } = Promise.withResolvers<void>()
        ends.push({ text, end })
        await promise
        const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
        const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
        return Response.json({ id: 'x', object: 'chat.completion', created: 1, model, choices, usage })
      },
      { models: model, ...fields },
    )
  const ask = (caller: number, text: string) =>
    relay.chat(tokens[caller] ?? '', { model, messages: [{ role: 'user', content: text }] })

  test('calls wait for a place at a full channel, and callers take turns', async () => {
    await channel({ limits: { concurrency: 1 } })
    const asking = [ask(0, 'runs')]
    await until(() => ends.length === 1)
    for (const [caller, text] of [
      [0, 'a1'],
      [0, 'a2'],
      [0, 'a3'],
      [1, 'b1'],
      [2, 'c1'],
    ] as const)
      asking.push(ask(caller, text))
    for (let n = 1; n <= asking.length; n++) {
      await until(() => ends.length === n)
      ends[n - 1]?.end()
    }
    for (const each of asking) expect((await each).status).toBe(200)
    const order = ends.map(({ text }) => text)
    const isBefore = (one: string, other: string) => order.indexOf(one) < order.indexOf(other)
    expect([isBefore('a1', 'a2'), isBefore('a2', 'a3'), isBefore('b1', 'a3'), isBefore('c1', 'a3')]).toEqual([
      ...[true, true, true, true],
    ])
    expect(await relay.charges(model, asking.length)).toHaveLength(asking.length)
  })

  test('a caller’s own limit is waited for as well, and nothing is counted twice', async () => {
    await channel({})
    const limited = await relay.token({ name: 'one at a time', limits: { concurrency: 1, rpd: 3 } })
    const both = [relay.chat(limited, { model }), relay.chat(limited, { model })]
    await until(() => ends.length === 1)
    ends[0]?.end()
    await until(() => ends.length === 2)
    ends[1]?.end()
    for (const each of both) expect((await each).status).toBe(200)
    const third = relay.chat(limited, { model })
    await until(() => ends.length === 3)
    ends[2]?.end()
    expect((await third).status).toBe(200)
    // The day is over only tomorrow: no call waits for that.
    expect((await refused(await relay.chat(limited, { model }))).status).toBe(429)
  })

  test('a limit that resets too late, or a group that does not wait, is refused at once', async () => {
    await channel({ limits: { rpm: 0 } })
    await relay.option('GroupWaitSeconds', { default: 0.1 })
    expect((await refused(await ask(0, 'no'))).status).toBe(429)
    await relay.option('GroupWaitSeconds', {})
    expect((await refused(await ask(0, 'no'))).status).toBe(429)
    expect(ends).toEqual([])
  })

  test('a channel says it for its own calls', async () => {
    await relay.option('GroupWaitSeconds', {})
    await channel({ limits: { concurrency: 1 }, settings: JSON.stringify({ wait_seconds: 30 }) })
    const both = [ask(0, 'one'), ask(1, 'two')]
    await until(() => ends.length === 1)
    ends[0]?.end()
    await until(() => ends.length === 2)
    ends[1]?.end()
    for (const each of both) expect((await each).status).toBe(200)
  })
})
