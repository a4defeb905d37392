import { beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { listAudits } from '#contract/api/audits.ts'
import {
  applyPriceSync,
  checkPriceLists,
  getPriceSync,
  lockPrice,
  type PriceSync,
  savePriceSync,
  undoPriceSync,
} from '#contract/api/price-sync.ts'
import { getPriceTable } from '#contract/api/price-table.ts'
import { errorText } from '#contract/errors.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { syncPrices } from '../../../cluster/jobs/sync-prices.ts'
import { SYSTEM } from '../../../platform/audits/write.ts'
import { applyChanges } from './apply.ts'
import { checkLists } from './check.ts'

const DAY = 86_400

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  /** What the list's server answers. */
  let answer: () => Response | Promise<Response> = () => new Response('')
  const lists = listen(() => answer())
  fresh.atEnd(() => lists.stop())
  const address = `${lists.url}/prices.json`

  const perToken = (input: number, output: number) => {
    return {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: input / 1e6,
      output_cost_per_token: output / 1e6,
    }
  }
  const fillers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`filler-${index}`, perToken(1, 2)]))
  const serve = (models: object, count = 20) => {
    answer = () => Response.json({ ...fillers(count), ...models })
  }
  const settings = { sources: [address], schedule: 'off' as const, max_change: 25, max_loss: 20 }
  const state = async () => (await relay.root.call(getPriceSync, {})).data!
  const check = async () => (await relay.root.call(checkPriceLists, {})).data!
  const apply = (sync: PriceSync, models: string[]) =>
    relay.root.call(applyPriceSync, { body: { check: sync.check!.id, models } })
  const audits = async (action: string) => (await relay.root.call(listAudits, { query: { action } })).data!
  const runJob = () => syncPrices.run(relay.server.services, new AbortController().signal)
  const input = async (model: string) => {
    const { data } = await relay.root.call(getPriceTable, {})
    return data!.rows.find((row) => row.model === model)?.listed?.model_ratio
  }
  const verdicts = (sync: PriceSync) => Object.fromEntries(sync.changes.map(({ model, verdict }) => [model, verdict]))

  let serial = 0
  /** Models of the vendor that nobody else in this file uses, on offer. */
  async function offer(count: number): Promise<string[]> {
    const models = Array.from({ length: count }, () => `gpt-sync-${++serial}`)
    await relay.channel({ models: models.join() })
    return models
  }

  beforeEach(async () => {
    serve({})
    expect((await relay.root.call(savePriceSync, { body: settings })).success).toBe(true)
  })

  test('a preview changes nothing; what is applied is charged, audited and can be taken back', async () => {
    const [one = '', two = ''] = await offer(2)
    serve({ [one]: perToken(2, 6), [two]: perToken(4, 4) })
    const seen = await check()
    expect(seen.last).toMatchObject({
      ...{ kind: 'check', outcome: 'changes', actor_name: 'root', counts: { ready: 2, held: 0 } },
      sources: [{ address, shape: 'litellm', models: 22, skipped: 0, problem: null }],
    })
    expect(seen.changes.find(({ model }) => model === one)).toEqual({
      ...{ model: one, listed_as: one, source: address, verdict: 'ready', reason: null, origin: 'none', percent: null },
      steps: [
        { of: 'input', above: 0, with_reasoning: false, before: null, after: '2' },
        { of: 'output', above: 0, with_reasoning: false, before: null, after: '6' },
      ].concat(seen.changes.find(({ model }) => model === one)!.steps.slice(2) as never),
    })
    expect(await input(one)).toBeUndefined()

    const applied = await apply(seen, [one])
    expect(applied.data!.changes.map(({ model }) => model)).toEqual([two])
    expect(await input(one)).toBe(1)
    const token = await relay.token()
    expect((await relay.chat(token, { model: one, fake: { tokens: 10 } })).status).toBe(200)
    const [charged] = await relay.charges(one, 1)
    expect(charged!.quota).toBe(charged!.prompt + 3 * charged!.completion)
    const [audit] = await audits('price_sync.update')
    expect(audit).toMatchObject({ actor_name: 'root', target_kind: 'price_sync' })
    expect(JSON.parse(audit!.before)).toEqual({ [one]: null })
    expect(JSON.parse(audit!.after)).toEqual({ sources: [address], models: 1, [one]: 'input 2, output 6' })

    const undoable = applied.data!.undoable!
    expect(undoable.models).toBe(1)
    const undone = await relay.root.call(undoPriceSync, { body: { id: undoable.id } })
    expect(undone.data).toMatchObject({ undoable: null, synced: applied.data!.synced - 1 })
    expect(await input(one)).toBeUndefined()
    expect((await audits('price_sync.delete'))[0]).toMatchObject({ target_id: String(undoable.id) })
    const again = await relay.root.call(undoPriceSync, { body: { id: undoable.id } })
    expect(again.message).toBe(errorText('price_sync_nothing_to_undo', 'zh', {}))
  })

  test('the schedule applies what is ready and nothing else, once in its time', async () => {
    const [first = '', large = '', locked = '', own = '', kept = ''] = await offer(5)
    serve({ [large]: perToken(2, 2), [kept]: perToken(2, 2) })
    await apply(await check(), [large, kept])
    await relay.option('ModelRatio', { ...relay.server.services.options.values.ModelRatio, [own]: 7 })
    await relay.root.call(lockPrice, { body: { model: locked, locked: true } })
    await relay.root.call(savePriceSync, { body: { ...settings, schedule: 'daily' } })
    serve({
      ...{ [first]: perToken(1, 1), [large]: perToken(9, 9), [locked]: perToken(3, 3), [own]: perToken(3, 3) },
      [kept]: perToken(2.2, 2.2),
    })
    await runJob()
    const seen = await state()
    expect(seen.last).toMatchObject({ actor_id: 0, actor_name: 'system', outcome: 'changes' })
    expect(verdicts(seen)).toMatchObject({ [large]: 'held', [locked]: 'locked', [own]: 'own' })
    expect(Object.keys(verdicts(seen))).not.toContain(first)
    expect(await Promise.all([first, large, locked, kept].map(input))).toEqual([0.5, 1, undefined, 1.1])
    expect(seen.next_at! - seen.last!.created_at).toBe(DAY)

    // Not before its time, and a confirmation applies what was held.
    serve({ [first]: perToken(1.1, 1.1) })
    await runJob()
    expect((await state()).last?.id).toBe(seen.last!.id)
    expect((await apply(seen, [large])).success).toBe(true)
    expect(await input(large)).toBe(4.5)
    for (const model of [locked, own]) {
      expect((await apply(seen, [model])).message).toBe(errorText('price_sync_kept', 'zh', { model }))
    }
  })

  test('small steps add up: a change is measured from the price before all steps of the last 30 days', async () => {
    const [model = ''] = await offer(1)
    const began = Date.now()
    // The schedule must not take these readings for its own.
    const by = { ...SYSTEM, userId: 1 }
    try {
      serve({ [model]: perToken(1, 1) })
      await apply(await check(), [model])
      for (const [day, usd, verdict] of [
        [2, 1.2, 'ready'],
        [4, 1.4, 'held'],
        // Thirty days after the last step, the next one counts from the price that applies.
        [31, 1.4, 'held'],
        [33, 1.4, 'ready'],
      ] as const) {
        setSystemTime(new Date(began + day * DAY * 1000))
        serve({ [model]: perToken(usd, usd) })
        const found = await checkLists(relay.server.services, by)
        const change = found?.plan.changes.find((one) => one.model === model)
        expect([day, change?.verdict]).toEqual([day, verdict])
        if (verdict === 'ready') await applyChanges(relay.server.services, by, found!.id, [model])
      }
    } finally {
      setSystemTime()
    }
  })

  test('the schedule does not apply again what was undone', async () => {
    const [model = ''] = await offer(1)
    await relay.root.call(savePriceSync, { body: { ...settings, schedule: 'hourly' } })
    serve({ [model]: perToken(2, 2) })
    setSystemTime(Date.now() + 8 * DAY * 1000)
    try {
      await runJob()
      expect(await input(model)).toBe(1)
      await relay.root.call(undoPriceSync, { body: { id: (await state()).undoable!.id } })
      setSystemTime(Date.now() + DAY * 1000)
      await runJob()
      expect(await input(model)).toBeUndefined()
      expect((await state()).changes.find((change) => change.model === model)).toMatchObject({ reason: 'undone' })
    } finally {
      setSystemTime()
    }
  })

  test('what was seen is applied, or nothing', async () => {
    const [one = '', two = ''] = await offer(2)
    serve({ [one]: perToken(2, 2), [two]: perToken(2, 2) })
    const old = await check()
    const seen = await check()
    const stale = (model: string) => errorText('price_sync_stale', 'zh', { model })
    expect((await apply(old, [one])).message).toBe(stale(one))
    await apply(seen, [one])
    expect((await apply(seen, [two, one])).message).toBe(stale(one))
    expect((await apply(seen, ['constructor'])).message).toBe(stale('constructor'))
    expect(await input(two)).toBeUndefined()
    // Of two who confirm the same at once, one does.
    const both = await Promise.all([apply(seen, [two]), apply(seen, [two])])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  })

  describe('a list that cannot be used changes nothing and says so:', () => {
    const whole = () => JSON.stringify({ ...fillers(20), x: perToken(1, 1) })
    const cases: Record<string, [problem: string, answer: () => Response | Promise<Response>]> = {
      'cut off': ['not_json', () => new Response(whole().slice(0, -40))],
      'a page': ['not_json', () => new Response('<html>sign in</html>')],
      empty: ['not_json', () => new Response('')],
      'without models': ['unknown_shape', () => Response.json({})],
      'of models without prices': ['empty', () => Response.json({ a: { litellm_provider: 'openai' } })],
      'of another shape': ['unknown_shape', () => Response.json({ prices: [1, 2] })],
      'with an error': ['status', () => new Response(whole(), { status: 500 })],
      'somewhere else': ['status', () => Response.redirect(address, 302)],
      shrunken: ['shrunken', () => Response.json(fillers(15))],
      huge: ['unreachable', () => new Response('['.repeat(17 * 1024 * 1024))],
    }
    for (const [name, [problem, broken]] of Object.entries(cases)) {
      test(name, async () => {
        const [model = ''] = await offer(1)
        serve({ [model]: perToken(2, 2) })
        const good = await check()
        const before = relay.server.services.options.text('SyncedPrices')
        answer = broken
        const seen = await check()
        expect(seen.last).toMatchObject({ outcome: 'failed', sources: [{ address, problem }] })
        // What the last good list said still waits.
        expect(seen.check).toEqual(good.check)
        expect(verdicts(seen)).toMatchObject({ [model]: 'ready' })
        expect(relay.server.services.options.text('SyncedPrices')).toBe(before)
        expect((await audits('price_sync.refuse'))[0]!.after).toContain(problem)
        const rows = relay.server.services.store.db.selectFrom('logs').selectAll().where('type', '=', LOG_TYPE.system)
        expect((await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).content).toContain(address)
      })
    }

    test('slow', async () => {
      answer = () => Bun.sleep(2000).then(() => Response.json(fillers(20)))
      expect(await checkLists(relay.server.services, { ...SYSTEM, userId: 1 }, 100)).toBeUndefined()
      expect((await state()).last?.sources[0]).toMatchObject({ problem: 'unreachable' })
    })

    test('one of two', async () => {
      const [model = ''] = await offer(1)
      serve({ [model]: perToken(2, 2) })
      await relay.root.call(savePriceSync, {
        body: { ...settings, sources: [address, 'http://127.0.0.1:1/gone.json'] },
      })
      const seen = await check()
      expect(seen.last?.sources.map((source) => source.problem)).toEqual([null, 'unreachable'])
      expect(Object.keys(verdicts(seen))).not.toContain(model)
    })

    test('again and again by the schedule, which the logs hold once', async () => {
      await relay.root.call(savePriceSync, { body: { ...settings, schedule: 'hourly' } })
      answer = () => new Response('gone', { status: 404 })
      const steps = async () => (await state()).history.length
      const [refused, before] = [(await audits('price_sync.refuse')).length, await steps()]
      try {
        for (let hour = 0; hour < 3; hour++) {
          setSystemTime(Date.now() + (30 * DAY + hour * 7200) * 1000)
          await runJob()
        }
      } finally {
        setSystemTime()
      }
      expect([await steps(), (await state()).last?.outcome]).toEqual([Math.min(before + 3, 20), 'failed'])
      expect((await audits('price_sync.refuse')).length - refused).toBeLessThanOrEqual(1)
    })
  })

  test('a list that grows small step by step is used, and then a little less is enough', async () => {
    serve({}, 40)
    await check()
    serve({}, 34)
    expect((await check()).last?.outcome).not.toBe('failed')
    serve({}, 28)
    expect((await check()).last?.outcome).not.toBe('failed')
    serve({}, 20)
    expect((await check()).last?.outcome).toBe('failed')
  })

  test('settings are stored together, and wrong ones are refused', async () => {
    const wrong = await relay.root.call(savePriceSync, {
      body: { ...settings, sources: ['file:///etc/passwd'], max_change: 5 },
    })
    expect(wrong.message).toBe(errorText('price_sync_address', 'zh', { address: 'file:///etc/passwd' }))
    expect((await state()).settings).toEqual(settings)
    await relay.root.call(savePriceSync, { body: { ...settings, sources: [] } })
    expect((await relay.root.call(checkPriceLists, {})).message).toBe(errorText('price_sync_no_sources', 'zh', {}))
    expect((await state()).next_at).toBeNull()
  })

  test('a lock is set and taken off, also for what waits already', async () => {
    const [model = ''] = await offer(1)
    serve({ [model]: perToken(2, 2) }, 40)
    await check()
    const locked = await relay.root.call(lockPrice, { body: { model, locked: true } })
    expect([locked.data!.locks.includes(model), verdicts(locked.data!)[model]]).toEqual([true, 'locked'])
    const free = await relay.root.call(lockPrice, { body: { model, locked: false } })
    expect([free.data!.locks.includes(model), verdicts(free.data!)[model]]).toEqual([false, 'ready'])
  })
})
