import { describe, expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { itemOf, soundOf, talk } from '#test/harness/realtime.ts'
import { leavesNothingBehind, realtimeSite } from '#test/harness/realtime-site.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const site = realtimeSite(fresh)

  describe('when something ends early', () => {
    test('a caller that leaves in mid response pays for what it got, and the upstream is closed', async () => {
      site.upstream.set({ tokens: 1000, delay_ms: 5 })
      await site.channel()
      const caller = await site.session()
      caller.send(itemOf('four words are here'))
      caller.send({ type: 'response.create' })
      await caller.event('response.output_text.delta', 5)
      caller.terminate()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt).toMatchObject({
        usage_source: 'estimated',
        end_reason: 'client_abort',
        abort_policy: 'cancel',
      })
      expect(row?.completion).toBeGreaterThanOrEqual(5)
      expect(row?.completion).toBeLessThan(900)
      await until(() => site.upstream.open() === 0)
    })
    test('one that leaves before the first word pays for what was read', async () => {
      site.upstream.set({ stall_after: 0 })
      await site.channel()
      const caller = await site.session()
      caller.send(itemOf('12345678'))
      caller.send({ type: 'response.create' })
      await caller.event('response.created')
      caller.terminate()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt).toMatchObject({ usage: { input: 4 }, usage_source: 'estimated', end_reason: 'client_abort' })
    })
    test('where the channel reads on, what the upstream reports is paid', async () => {
      site.upstream.set({ tokens: 40, delay_ms: 5 })
      await site.channel({ settings: JSON.stringify({ abort_policy: 'drain', drain_seconds: 30 }) })
      const caller = await site.session()
      caller.send({ type: 'response.create' })
      await caller.event('response.output_text.delta', 2)
      caller.terminate()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ completion: 40 })
      expect(row?.receipt).toMatchObject({
        usage_source: 'upstream',
        end_reason: 'client_abort',
        abort_policy: 'drain',
      })
      await until(() => site.upstream.open() === 0)
    })
    test('callers that leave at any moment leave nothing held', async () => {
      site.upstream.set({ tokens: 4, delay_ms: 1 })
      await site.channel()
      const leave = async (n: number) => {
        const caller = await site.session()
        for (let turn = 0; turn <= n % 3; turn++) {
          caller.send(soundOf(20))
          caller.send({ type: 'input_audio_buffer.commit' })
          caller.send(itemOf('some words'))
          caller.send({ type: 'response.create' })
          await Bun.sleep((n * 7) % 13)
        }
        if (n % 2) caller.terminate()
        else caller.close()
      }
      await Promise.all(Array.from({ length: 120 }, (_, n) => leave(n)))
      const { services } = site.relay.server
      await until(() => services.calls.active === 0)
      await services.accounting.ledger.flush()
      await services.accounting.wallet.returnIdle(-1)
      expect(await services.store.db.selectFrom('wallet_leases').selectAll().execute()).toEqual([])
    })
    test('an upstream that breaks off', async () => {
      site.upstream.set({ tokens: 10, cut_after: 4 })
      await site.channel()
      const caller = await site.session()
      caller.send({ type: 'response.create' })
      expect(await caller.event('error')).toMatchObject({ error: { code: 'upstream_cut', type: 'new_api_error' } })
      expect((await caller.closed).code).toBe(1011)
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt).toMatchObject({ usage_source: 'estimated', end_reason: 'upstream_error' })
      expect(row?.completion).toBe(5)
    })
    test('an upstream that falls silent in a response', async () => {
      site.upstream.set({ tokens: 10, stall_after: 2 })
      await site.channel({ settings: JSON.stringify({ idle_timeout: 1 }) })
      const caller = await site.session()
      caller.send({ type: 'response.create' })
      expect(await caller.event('error')).toMatchObject({ error: { code: 'upstream_timeout' } })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.end_reason).toBe('idle_timeout')
    })
    test('a session that has lasted as long as it may', async () => {
      await site.channel({ settings: JSON.stringify({ total_timeout: 1 }) })
      const caller = await site.session()
      expect(await caller.event('error')).toMatchObject({ error: { code: 'session_too_long' } })
      expect((await caller.closed).code).toBe(1000)
    })
    test('a message that is too large, from either side', async () => {
      await site.channel()
      const caller = await site.session()
      caller.send('x'.repeat(25 * 1024 * 1024))
      expect(await caller.event('error')).toMatchObject({ error: { code: 'frame_too_large' } })
      expect((await caller.closed).code).toBe(1009)
      site.upstream.set({ huge: 25 * 1024 * 1024 })
      const other = await site.session()
      expect(await other.event('error')).toMatchObject({ error: { code: 'frame_too_large' } })
      expect(other.events.some(({ type }) => type === 'raw')).toBe(false)
    })
    test('a caller that is banned gets no further response', async () => {
      await site.channel()
      const own = await site.relay.token({ name: 'soon gone' })
      const caller = await site.session({ token: own })
      await caller.ask('hi')
      const { store, bus } = site.relay.server.services
      const row = await store.db
        .selectFrom('tokens')
        .select('id')
        .where('name', '=', 'soon gone')
        .executeTakeFirstOrThrow()
      await store.db.updateTable('tokens').set({ status: 2 }).where('id', '=', row.id).execute()
      bus.publish({ kind: 'token', id: row.id })
      caller.send({ type: 'response.create' })
      expect(await caller.event('error')).toMatchObject({ error: { code: 'token_disabled' } })
      expect((await caller.closed).code).toBe(1008)
    })
    test('a server that stops lets the response finish first', async () => {
      site.upstream.set({ tokens: 60, delay_ms: 10 })
      await site.channel()
      const caller = await site.session()
      caller.send({ type: 'response.create' })
      await caller.event('response.output_text.delta')
      const { calls } = site.relay.server.services
      calls.draining = true
      try {
        expect((await caller.closed).code).toBe(1012)
      } finally {
        calls.draining = false
      }
      expect(caller.events.slice(-2).map(({ type }) => type)).toEqual(['response.done', 'error'])
    })
  })

  describe('what a response costs', () => {
    test('counts once, though the upstream tells its end twice', async () => {
      site.upstream.set({ twice: true })
      await site.channel()
      const caller = await site.session()
      await caller.ask('hi')
      await caller.event('response.done', 2)
      await caller.ask('again')
      caller.close()
      expect(await site.relay.charges(site.model, 2)).toHaveLength(2)
    })
    test.each([
      ['one without content', { tokens: 0 }, 'empty', 'stop'],
      ['one that its vendor breaks off', { tokens: 10, cut_after: 4 }, 'broken', 'upstream_error'],
      ['one that its vendor reports as failed', { tokens: 4, fails: true }, 'broken', 'upstream_error'],
    ] as const)('is nothing for %s', async (_which, behaviour, waived, reason) => {
      site.upstream.set(behaviour)
      await site.channel()
      const caller = await site.session()
      caller.send(itemOf('four words are here'))
      caller.send({ type: 'response.create' })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row).toMatchObject({ quota: 0, receipt: { waived, end_reason: reason } })
      expect(row?.prompt).toBeGreaterThan(0)
      caller.close()
    })
    test.each([
      ['WaiveEmptyAnswersEnabled', { tokens: 0 }],
      ['WaiveBrokenAnswersEnabled', { tokens: 10, cut_after: 4 }],
    ] as const)('is charged in any case without %s', async (option, behaviour) => {
      await site.relay.option(option, false)
      site.upstream.set(behaviour)
      await site.channel()
      const caller = await site.session()
      caller.send(itemOf('four words are here'))
      caller.send({ type: 'response.create' })
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.quota).toBeGreaterThan(0)
      expect(row?.receipt.waived).toBeUndefined()
      caller.close()
      await site.relay.option(option, true)
    })
    test('is in the journal before the caller has the end of the answer', async () => {
      await site.channel()
      const caller = await site.session()
      const { ledger } = site.relay.server.services.accounting
      const { charge } = ledger
      const asked = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      ledger.charge = async (...charged) => {
        asked.resolve()
        await written.promise
        await charge(...charged)
      }
      try {
        const answer = caller.ask('hi')
        await asked.promise
        // What came before it has arrived: the end would have, too.
        await caller.event('response.output_text.delta', 5)
        await Bun.sleep(30)
        expect(caller.events.map(({ type }) => type)).not.toContain('response.done')
        written.resolve()
        await answer
      } finally {
        ledger.charge = charge
      }
      caller.close()
      await site.relay.charges(site.model, 1)
    })
    test('is nothing when it cannot be written down, and then the answer has no end', async () => {
      await site.channel()
      const caller = await site.session()
      const { ledger } = site.relay.server.services.accounting
      const { charge } = ledger
      ledger.charge = (_record, _call, payer) => {
        payer?.takeBack()
        return Promise.reject(new Error('no space left'))
      }
      try {
        caller.send({ type: 'response.create' })
        expect((await caller.closed).code).toBe(1011)
      } finally {
        ledger.charge = charge
      }
      expect(caller.events.map(({ type }) => type)).not.toContain('response.done')
      expect(caller.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'internal_error' } })
      expect(await site.relay.charges(site.model)).toEqual([])
    })
    test('is estimated where the upstream tells no usage, by seconds and words', async () => {
      site.upstream.set({ usage: false, tokens: 4, sounds: 10 })
      await site.channel()
      const caller = await site.session()
      await caller.event('session.created')
      caller.send(soundOf(2000))
      caller.send({ type: 'input_audio_buffer.commit' })
      await caller.ask('12345678')
      caller.close()
      const [row] = await site.relay.charges(site.model, 1)
      expect(row?.receipt.usage_source).toBe('estimated')
      // 2 s at a token for 100 ms, and 1 s at one for 50; eight digits are up to four tokens.
      expect(row?.receipt.usage).toMatchObject({ input: 4, audioInput: 20, audioOutput: 20 })
    })
    test('is the same when the upstream hears by itself that somebody has spoken', async () => {
      site.upstream.set({ vad: true, tokens: 2 })
      await site.channel()
      const caller = await site.session()
      caller.send(soundOf(2000))
      await caller.event('response.done')
      caller.send(soundOf(1000))
      await caller.event('response.done', 2)
      caller.close()
      const rows = await site.relay.charges(site.model, 2)
      expect(rows.map(({ receipt }) => receipt.usage)).toEqual([
        { audioInput: 10, output: 2 },
        { audioInput: 5, cacheRead: 12, output: 2 },
      ])
    })
    test('of speech without a usage is estimated without the silence', async () => {
      site.upstream.set({ vad: true, usage: false, tokens: 2 })
      await site.channel()
      const caller = await site.session()
      caller.send(soundOf(6000))
      await caller.event('response.done')
      caller.close()
      const [row] = await site.relay.charges(site.model, 1)
      // 3 s of 6, a token for 100 ms.
      expect(row?.receipt).toMatchObject({ usage_source: 'estimated', usage: { audioInput: 30 } })
    })
    test('of what the user said is paid to the model that wrote it down', async () => {
      site.upstream.set({ transcript: 'tokens' })
      const [model, transcriber] = [site.model, site.relay.model()]
      await site.channel()
      const caller = await talk(site.url, `?model=${model}`, { token: site.token })
      caller.send({
        type: 'session.update',
        session: { type: 'realtime', audio: { input: { transcription: { model: transcriber } } } },
      })
      await caller.event('session.updated')
      caller.send(soundOf(300))
      caller.send({ type: 'input_audio_buffer.commit' })
      await caller.event('conversation.item.input_audio_transcription.completed')
      caller.close()
      const [row] = await site.relay.charges(transcriber, 1)
      expect(row).toMatchObject({ quota: 14 + 45 * 2, prompt: 14, completion: 45 })
      expect(row?.receipt).toMatchObject({ ws: true, audio_input: 14, usage_source: 'upstream' })
    })
    test('of nothing is nothing: a session without a response leaves no row and nothing held', async () => {
      await site.channel()
      const caller = await site.session()
      await caller.event('session.created')
      caller.send(itemOf('never answered'))
      await until(() => site.upstream.frames.at(-1)?.includes('never answered'))
      caller.close()
      await caller.closed
      await until(() => site.relay.server.services.calls.active === 0)
      expect(await site.relay.charges(site.model)).toEqual([])
    })
  })

  describe('memory is bounded:', () => {
    test('an upstream waits for a caller that does not read', async () => {
      await site.channel()
      site.upstream.set({ flood: 300 })
      const caller = await site.session()
      await caller.event('session.created')
      caller.pause()
      const before = process.memoryUsage().rss
      caller.send({ type: 'response.create' })
      await Bun.sleep(300)
      caller.resume()
      await caller.event('response.done')
      expect(caller.events.filter(({ type }) => type === 'filler').map(({ n }) => n)).toEqual(
        Array.from({ length: 300 }, (_, n) => n),
      )
      expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 * 1024)
      caller.close()
    })
    test('a caller waits for an upstream that does not read, and all arrives in order', async () => {
      site.upstream.set({ deaf_ms: 400 })
      await site.channel()
      const caller = await site.session()
      const count = site.upstream.frames.length
      for (let n = 0; n < 200; n++) caller.send({ ...soundOf(500), n })
      await until(() => site.upstream.frames.length === count + 200)
      const order = site.upstream.frames.slice(count).map((frame) => JSON.parse(String(frame)).n)
      expect(order).toEqual(Array.from({ length: 200 }, (_, n) => n))
      caller.close()
    })
  })

  leavesNothingBehind(site)
})
