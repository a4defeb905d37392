import { expect, test } from 'bun:test'
import { listAudits } from '#contract/api/audits.ts'
import * as options from '#contract/api/options.ts'
import { getPriceTable, savePrices } from '#contract/api/price-table.ts'
import { errorText } from '#contract/errors.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)

  const table = async () => (await relay.root.call(getPriceTable, {})).data!
  const text = (key: 'ModelRatio' | 'CompletionRatio' | 'ModelPrice') => relay.server.services.options.text(key)
  const save = (changes: { key: 'ModelRatio' | 'CompletionRatio' | 'ModelPrice'; value: string; expected: string }[]) =>
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

  test('each option has its own part of it in its history, and takes back its own part', async () => {
    const history = (key: string) => relay.root.call(options.optionHistory, { query: { key } })
    expect((await history('ModelRatio')).data![0]).toMatchObject({ before: '{}', after: '{"zebra-9":1.5}' })
    expect((await history('CompletionRatio')).data![0]).toMatchObject({ before: '{}', after: '{"zebra-9":4}' })
    expect((await history('ModelPrice')).data).toEqual([])
    await relay.root.call(options.undoOption, { body: { key: 'CompletionRatio' } })
    expect([text('ModelRatio'), text('CompletionRatio')]).toEqual(['{"zebra-9":1.5}', '{}'])
  })
})
