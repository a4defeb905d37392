import { expect, test } from 'bun:test'
import { listAudits } from '#contract/api/audits.ts'
import * as options from '#contract/api/options.ts'
import { getPriceTable, savePrices } from '#contract/api/price-table.ts'
import { errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

type Key = 'ModelRatio' | 'CompletionRatio' | 'ModelPrice' | 'PriceRules'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const table = async () => (await relay.root.call(getPriceTable, {})).data!
  const text = (key: Key) => relay.server.services.options.text(key)
  const save = (changes: { key: Key; value: string; expected: string }[]) =>
    relay.root.call(savePrices, { body: { changes } })

  test('the table has every model on offer, those without a price first and with what they may cost', async () => {
    await relay.channel({ models: 'gpt-4o-mini,zebra-9,openai/gpt-4o', group: 'default,vip' })
    await relay.channel({ models: 'dall-e-3', group: 'vip' })
    await relay.option('GroupRatio', { default: 1, vip: 0.8 })
    await relay.option('ModelRatio', {})
    await relay.option('CompletionRatio', {})
    const { rows, maps, group_ratio } = await table()
    expect(rows.map(({ model }) => model)).toEqual(['openai/gpt-4o', 'zebra-9', 'dall-e-3', 'gpt-4o-mini'])
    const cells = { input: '2.5', output: '10', cacheRead: '1.25', perCall: '' }
    expect(rows[0]).toMatchObject({
      groups: ['default', 'vip'],
      listed: null,
      unpriced: { failed_calls: 0, suggestion: { like: 'gpt-4o', reason: 'name', cells } },
    })
    expect(rows[1]!.unpriced).toEqual({ failed_calls: 0, suggestion: null })
    expect(rows[3]).toMatchObject({ vendor: 'openai', unpriced: null, listed: { model_ratio: 0.075 } })
    expect(maps.ModelRatio).toBe('{}')
    expect(group_ratio).toEqual({ default: 1, vip: 0.8 })
  })

  test('prices of several options are stored at once, count at once and are one audit entry', async () => {
    const answer = await save([
      { key: 'CompletionRatio', value: '{"zebra-9":4}', expected: '{}' },
      { key: 'ModelRatio', value: '{"zebra-9":1.5}', expected: '{}' },
    ])
    expect(answer.success).toBe(true)
    expect((await table()).rows.filter(({ unpriced }) => unpriced).map(({ model }) => model)).toEqual(['openai/gpt-4o'])
    const { data } = await relay.root.call(listAudits, { query: { action: 'option.update' } })
    expect(data![0]).toMatchObject({
      target_id: 'ModelRatio,CompletionRatio',
      before: '{"ModelRatio":"{}","CompletionRatio":"{}"}',
      after: String.raw`{"ModelRatio":"{\"zebra-9\":1.5}","CompletionRatio":"{\"zebra-9\":4}"}`,
    })
    expect(data!.slice(1).map(({ target_id }) => target_id)).not.toContain('ModelRatio,CompletionRatio')
  })

  test('nothing is stored when one of the options has changed meanwhile, or is wrong', async () => {
    const refused = await save([
      { key: 'ModelRatio', value: '{"zebra-9":2}', expected: '{"zebra-9":1.5}' },
      { key: 'CompletionRatio', value: '{"zebra-9":5}', expected: '{}' },
    ])
    expect(refused.message).toBe(errorText('option_changed_meanwhile', 'zh', {}))
    const wrong = await save([
      { key: 'ModelRatio', value: '{"zebra-9":2}', expected: '{"zebra-9":1.5}' },
      { key: 'CompletionRatio', value: '{"zebra-9":-1}', expected: '{"zebra-9":4}' },
    ])
    expect(wrong.success).toBe(false)
    expect([text('ModelRatio'), text('CompletionRatio')]).toEqual(['{"zebra-9":1.5}', '{"zebra-9":4}'])
  })

  test('rules are stored with the prices, and not at all when one is wrong', async () => {
    await relay.channel({ models: 'gpt-6.1-sol' })
    const { rows, maps } = await table()
    expect(rows.find(({ model }) => model === 'gpt-6.1-sol')?.rules).toMatchObject([{ above: 272_000 }])
    const rules = (value: string) => [
      { key: 'ModelPrice' as const, value: '{"dall-e-3":1}', expected: '{}' },
      { key: 'PriceRules' as const, value, expected: maps.PriceRules! },
    ]
    expect((await save(rules('{"zebra-9":[{"above":5}]}'))).message).toContain('changes nothing')
    expect([text('ModelPrice'), text('PriceRules')]).toEqual(['{}', '{}'])
    expect((await save(rules('{"zebra-9":[{"above":5,"factor":2}]}'))).success).toBe(true)
    expect(text('PriceRules')).toBe('{"zebra-9":[{"above":5,"factor":2}]}')
    const history = await relay.root.call(options.optionHistory, { query: { key: 'PriceRules' } })
    expect(history.data![0]).toMatchObject({ before: '{}', after: '{"zebra-9":[{"above":5,"factor":2}]}' })
    await relay.root.call(options.undoOption, { body: { key: 'PriceRules' } })
    await relay.root.call(options.undoOption, { body: { key: 'ModelPrice' } })
  })

  test('each option has its own part of it in its history, and takes back its own part', async () => {
    const history = (key: string) => relay.root.call(options.optionHistory, { query: { key } })
    expect((await history('ModelRatio')).data![0]).toMatchObject({ before: '{}', after: '{"zebra-9":1.5}' })
    expect((await history('CompletionRatio')).data![0]).toMatchObject({ before: '{}', after: '{"zebra-9":4}' })
    expect((await history('CacheRatio')).data).toEqual([])
    await relay.root.call(options.undoOption, { body: { key: 'CompletionRatio' } })
    expect([text('ModelRatio'), text('CompletionRatio')]).toEqual(['{"zebra-9":1.5}', '{}'])
  })
})
