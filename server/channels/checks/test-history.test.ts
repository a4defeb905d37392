import { describe, expect, test } from 'bun:test'
import { probeChannel, testChannel } from '#contract/api/channel-checks.ts'
import * as api from '#contract/api/channels.ts'
import { addChannel } from '#test/harness/channels.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { startTests } from './test-all.ts'
import { storeTest } from './test-history.ts'

const KEY = 'sk-history-0123456789'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const check = (id: number, model = '') => relay.root.call(testChannel, { params: { id }, query: { model } })
  const shown = async (id: number) => (await relay.root.call(api.getChannel, { params: { id } })).data!
  const tests = async (id: number) => (await shown(id)).recent_tests
  const stored = (id: number) =>
    relay.server.services.store.db.selectFrom('channel_tests').selectAll().where('channel_id', '=', id).execute()

  test('a channel that was never tested has none', async () => {
    const { id, recent_tests } = await addChannel(relay.root, { models: relay.model() })
    expect([recent_tests, await tests(id)]).toEqual([[], []])
  })

  test('tests of a row say when, how long, with which model, and why not; the newest at the end', async () => {
    const model = relay.model()
    const { id } = await relay.channel({ models: `${model},fake@error=500` })
    await check(id)
    await check(id, 'fake@error=500')
    const [first, second, ...others] = await tests(id)
    expect(others).toEqual([])
    expect(first).toEqual({ time: expect.any(Number), ok: true, ms: expect.any(Number), model, error: '' })
    expect(Math.abs(first!.time - Date.now() / 1000)).toBeLessThan(60)
    expect(first!.ms).toBeGreaterThan(0)
    expect(second).toMatchObject({ ok: false, model: 'fake@error=500' })
    expect(second!.error).toContain('500')
    expect(second!.time).toBe((await shown(id)).test_time)
  })

  test('the list and its search have them for the channels of a page', async () => {
    const model = relay.model()
    const [one, two] = [await relay.channel({ models: model }), await relay.channel({ models: model })]
    await check(one.id)
    await check(two.id)
    await check(two.id)
    const query = { p: 0, page_size: 100, model } as never
    const list = [
      await relay.root.call(api.searchChannels, { query }),
      await relay.root.call(api.listChannels, { query }),
    ]
    for (const { data } of list) {
      const counts = [one, two].map(({ id }) => data!.find((row) => row.id === id)?.recent_tests.length)
      expect(counts).toEqual([1, 2])
    }
  })

  test('what cannot be tested leaves nothing', async () => {
    const { id } = await relay.channel({ type: 36, models: 'suno_music' })
    await check(id)
    expect(await tests(id)).toEqual([])
  })

  test('only the last ones are kept, each channel its own', async () => {
    const [busy, quiet] = [await relay.channel({ models: 'fake-gpt' }), await relay.channel({ models: 'fake-gpt' })]
    const channel = relay.server.services.channels.byId(busy.id)!
    await check(quiet.id)
    const store = (ms: number) =>
      storeTest(relay.server.services.store, channel, {
        model: 'fake-gpt',
        ms,
        at: 1_700_000_000 + ms,
        failure: undefined,
      })
    for (let ms = 1; ms <= api.RECENT_TESTS + 5; ms++) await store(ms)
    await Promise.all([store(100), store(101), store(102)])
    expect(await stored(busy.id)).toHaveLength(api.RECENT_TESTS)
    const kept = (await tests(busy.id)).map(({ ms }) => ms)
    expect(kept.slice(0, 2)).toEqual([9, 10])
    expect(kept.slice(-3).sort()).toEqual([100, 101, 102])
    expect(await tests(quiet.id)).toHaveLength(1)
  })

  test('they go with their channel, and a test that ends later leaves none', async () => {
    const { id } = await relay.channel({ models: 'fake-gpt' })
    const channel = relay.server.services.channels.byId(id)!
    await check(id)
    expect(await stored(id)).toHaveLength(1)
    await relay.root.call(api.deleteChannel, { params: { id } })
    expect(await stored(id)).toEqual([])
    await storeTest(relay.server.services.store, channel, { model: 'm', ms: 1, at: 1, failure: undefined })
    expect(await stored(id)).toEqual([])
  })

  test('a copy begins without any', async () => {
    const { id } = await relay.channel({ models: 'fake-gpt' })
    await check(id)
    const copy = await relay.root.call(api.copyChannel, { params: { id } })
    expect(copy.data!.recent_tests).toEqual([])
  })

  test('the test of all channels counts', async () => {
    const { id } = await relay.channel({ models: 'fake-gpt' })
    const run = await startTests(relay.server.services, { byHand: false })
    await run?.ended
    expect(await tests(id)).toHaveLength(1)
  })

  test('a reason is short, and names neither key nor host', async () => {
    const words = `${KEY} is wrong at https://llm.hidden-vendor.example/v1 (llm.hidden-vendor.example) ${'x'.repeat(400)}`
    const place = listen(() => Response.json({ error: { message: words } }, { status: 401 }))
    try {
      const { id } = await relay.channel({ key: KEY, base_url: place.url, models: 'fake-gpt' })
      await check(id)
      const [row] = await stored(id)
      const [found] = await tests(id)
      expect(found!.error).toContain('401')
      for (const text of [row!.error, found!.error]) {
        expect(text).not.toMatch(/sk-history|hidden-vendor|127\.0\.0\.1/)
        expect(text.length).toBeLessThan(300)
      }
    } finally {
      await place.stop()
    }
  })

  describe('the test of a form', () => {
    const probe = async (fields: Record<string, unknown>) => {
      const form = { type: 1, base_url: relay.upstream.url, key: '', from: 'answer', until: 'answer', ...fields }
      const init = { method: 'POST', headers: relay.root.headers, body: JSON.stringify(form) }
      const reply = await relay.server.request(probeChannel.path, init)
      expect(await reply.text()).toContain('"step":"answer"')
    }

    test('that holds what is stored counts once, whether the channel answers or not', async () => {
      const models = 'fake-gpt,fake@error=500'
      const { id } = await relay.channel({ models })
      await probe({ id, models })
      await relay.root.call(api.updateChannel, { body: { id, models } as never })
      expect((await tests(id)).map(({ ok, model }) => [ok, model])).toEqual([[true, 'fake-gpt']])
      await probe({ id, models, test_model: 'fake@error=500' })
      const { recent_tests, test_error, status } = await shown(id)
      expect(recent_tests.map(({ ok }) => ok)).toEqual([true, false])
      expect(test_error).toContain('500')
      expect(status).toBe(1)
    })

    test('that holds what is stored counts as failed when nobody is there, or the key is refused', async () => {
      const place = listen(({ url }) =>
        Response.json({ error: { message: 'no' } }, { status: url.includes('/a/') ? 403 : 401 }),
      )
      try {
        for (const [base_url, reason] of [
          ['http://127.0.0.1:1', 'unreachable'],
          [place.url, '401'],
          [`${place.url}/a`, undefined],
        ]) {
          const { id } = await relay.channel({ base_url, models: 'fake-gpt' })
          const form = { type: 1, id, base_url, key: '', models: 'fake-gpt' }
          const init = { method: 'POST', headers: relay.root.headers, body: JSON.stringify(form) }
          expect(await (await relay.server.request(probeChannel.path, init)).text()).toContain('failed')
          const found = (await stored(id)).map(({ error, model }) => [model, error])
          expect(found).toEqual(reason ? [['fake-gpt', expect.stringContaining(reason)]] : [])
          expect(JSON.stringify(await tests(id))).not.toContain('127.0.0.1')
        }
      } finally {
        await place.stop()
      }
    })

    test('that holds something else counts when it is saved', async () => {
      const { id } = await relay.channel({ models: 'fake-gpt' })
      await probe({ id, key: KEY, models: 'fake-gpt' })
      await probe({ id, models: 'fake-other' })
      await probe({ id, models: 'fake-gpt', model_mapping: '{"fake-gpt":"fake-other"}' })
      expect(await tests(id)).toEqual([])
      const saved = await relay.root.call(api.updateChannel, { body: { id, models: 'fake-gpt,fake-other' } as never })
      expect(saved.data!.recent_tests).toMatchObject([{ ok: true, model: 'fake-other' }])
    })
  })
})
