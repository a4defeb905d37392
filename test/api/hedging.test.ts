import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { until } from '#test/harness/until.ts'

/** How an upstream of a test answers. */
type Manner = 'at once' | 'never' | 'broken when asked to end'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let token: string
  let model: string
  const ends: (() => void)[] = []
  let cancelled = 0

  beforeAll(async () => {
    token = await relay.token()
    await relay.option('RetryTimes', 3)
    await relay.option('GroupHedging', { default: 'p95' })
  }, START_MS)
  beforeEach(() => {
    model = relay.model()
    cancelled = 0
    ends.length = 0
  })

  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  function answer(isStream: boolean, text: string): Response {
    const base = { id: 'x', created: 1, model }
    if (!isStream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
      return Response.json({ ...base, object: 'chat.completion', choices, usage })
    }
    const chunk = { ...base, object: 'chat.completion.chunk' }
    const choices = [{ index: 0, delta: { content: text }, finish_reason: 'stop' }]
    const events = [
      { ...chunk, choices },
      { ...chunk, choices: [], usage },
    ].map((event) => JSON.stringify(event))
    const body = [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('')
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  /** A channel whose times are known: 95 of 100 calls began within about 60 ms. */
  async function channel(name: string, manner: Manner, fields: object = {}) {
    const made = await relay.channelThat(
      async (request) => {
        const { stream = false } = (await request.json()) as { stream?: boolean }
        if (manner === 'at once') return answer(stream, name)
        const end = Promise.withResolvers<void>()
        ends.push(end.resolve)
        request.signal.addEventListener('abort', () => {
          cancelled += 1
          end.resolve()
        })
        await end.promise
        return manner === 'never' ? answer(stream, name) : Response.json({ error: { message: 'ill' } }, { status: 500 })
      },
      { models: model, buy_price: JSON.stringify({ models: { [model]: { input: 2, output: 2 } } }), ...fields },
    )
    for (const stream of [false, true])
      for (let n = 0; n < 25; n++) relay.server.services.circuits.began(made.id, model, stream, 50)
    return made
  }

  const ask = (stream: boolean, body: object = {}) => relay.chat(token, { model, stream, ...body })
  async function onlyCharge() {
    const rows = await relay.charges(model, 1)
    expect(rows).toHaveLength(1)
    return rows[0]!
  }

  describe.each([
    [false, 'a whole answer'],
    [true, 'a stream'],
  ] as const)('stream %p: %s', (stream, _name) => {
    test('is served by a second channel when the first is late, and charged once; the row shows both', async () => {
      const late = await channel('late', 'never', { priority: 5 })
      const second = await channel('second', 'at once')
      const response = await ask(stream)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('second')
      await until(() => cancelled === 1)
      const row = await onlyCharge()
      expect(row).toMatchObject({ channel: second.id, quota: 20 })
      const attempts = row.receipt.admin_info?.attempts ?? []
      expect(attempts.map(({ channel }) => channel)).toEqual([late.id, second.id])
      expect(attempts[0]?.lost).toBeGreaterThan(0)
      expect(attempts[1]).toMatchObject({ status: 200 })
      expect(attempts[1]?.lost).toBeUndefined()
      const { db } = relay.server.services.store
      const sums = await until(async () => {
        const rows = await db
          .selectFrom('quota_data')
          .select(['channel_id', 'cost', 'quota', 'count'])
          .where('channel_id', 'in', [late.id, second.id])
          .orderBy('channel_id')
          .execute()
        return rows.length === 2 && rows
      })
      expect(sums[0]).toMatchObject({ quota: 0, count: 0, cost: attempts[0]?.lost ?? -1 })
      expect(sums[1]).toMatchObject({ quota: 20, count: 1 })
      expect(relay.server.services.inFlight.of(late.id)).toBe(0)
      expect(relay.server.services.circuits.view(late.id, model).failedShare).toBe(0)
    })

    test('is served by the first where that answers before the second', async () => {
      const first = await channel('first', 'never', { priority: 5 })
      const second = await channel('second', 'never')
      const asking = ask(stream)
      await until(() => ends.length === 2)
      ends[0]?.()
      expect(await (await asking).text()).toContain('first')
      await until(() => cancelled === 1)
      const row = await onlyCharge()
      expect(row).toMatchObject({ channel: first.id, quota: 20 })
      expect(row.receipt.admin_info?.attempts).toMatchObject([
        { channel: second.id },
        { channel: first.id, status: 200 },
      ])
      expect(row.receipt.admin_info?.attempts?.[0]?.lost).toBeGreaterThan(0)
    })

    test('goes on with the one that is left when the other fails, and then with further channels', async () => {
      const ill = await channel('ill', 'broken when asked to end', { priority: 5 })
      const too = await channel('too', 'broken when asked to end', { priority: 4 })
      const third = await channel('third', 'at once')
      const asking = ask(stream)
      await until(() => ends.length === 2)
      ends[1]?.()
      await until(() => relay.server.services.circuits.view(too.id, model).failedShare > 0)
      ends[0]?.()
      expect(await (await asking).text()).toContain('third')
      const { channel: served, receipt } = await onlyCharge()
      expect(served).toBe(third.id)
      const attempts = receipt.admin_info?.attempts ?? []
      expect(attempts.map(({ channel, status }) => [channel, status])).toEqual([
        [too.id, 500],
        [ill.id, 500],
        [third.id, 200],
      ])
    })

    test('asks no second channel where nothing is said of hedging, or too little is known', async () => {
      await relay.option('GroupHedging', {})
      await channel('slow', 'never', { priority: 5 })
      await channel('second', 'at once')
      const asking = ask(stream)
      await until(() => ends.length === 1)
      await Bun.sleep(0)
      ends[0]?.()
      expect(await (await asking).text()).toContain('slow')
      expect((await onlyCharge()).receipt.admin_info?.attempts).toHaveLength(1)
      await relay.option('GroupHedging', { default: 'p95' })
    })
  })

  test('limits and budgets of both channels count as they should: the slower leaves its own', async () => {
    const budgets = [{ window: 'day', quota: 1000 }]
    const late = await channel('late', 'never', { priority: 5, limits: { concurrency: 1, rpm: 10, budgets } })
    const second = await channel('second', 'at once', { limits: { concurrency: 1, rpm: 10, budgets } })
    expect(await (await ask(false)).text()).toContain('second')
    await relay.charges(model, 1)
    const { callLimits } = relay.server.services
    for (const [id, used] of [
      [late.id, 0],
      [second.id, 20],
    ] as const) {
      const limits = { concurrency: 1, rpm: 10, budgets: [{ window: 'day' as const, quota: 1000 }] }
      const applied = [{ scope: 'channel' as const, subject: String(id), limits }]
      await until(async () => (await callLimits.readUse(applied))[0]?.budgets?.[0]?.used === used)
      expect((await callLimits.readUse(applied))[0]).toMatchObject({ concurrency: { used: 0 }, rpm: { used: 1 } })
    }
  })
})
