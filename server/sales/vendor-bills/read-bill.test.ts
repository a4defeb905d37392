import { describe, expect, test } from 'bun:test'
import type { BillColumns } from '#contract/api/vendor-bills.ts'
import { nextTurn } from '#server/platform/async/next-turn.ts'
import { modelKey } from './model-key.ts'
import { readBill } from './read-bill.ts'
import { BadFile, readCsv } from './read-csv.ts'

const lines = (...rows: string[]) => `${rows.join('\n')}\n`
const NO_COLUMNS: BillColumns = {
  ...{ time: '', model: '', amount: '', request_id: '', calls: '', input_tokens: '', output_tokens: '' },
}
const NAMED = { time: 'day', model: 'model', amount: 'usd' }
const DAY = 1_764_028_800 // 2025-11-25

describe('exports are recognised by their columns', () => {
  test('costs of OpenAI', async () => {
    const { format, lines: read } = await readBill(
      lines(
        'start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item,project_id,organization_id,organization_name',
        `${DAY},${DAY + 86_400},,,0.0054900000,usd,"gpt-4o-2024-08-06, input",proj_1,org-1,Personal`,
        `${DAY},${DAY + 86_400},,,1.5,usd,"gpt-4o-2024-08-06, cached input",proj_1,org-1,Personal`,
        `${DAY},${DAY + 86_400},,,,,,,,`,
      ),
      undefined,
      1,
    )
    expect(format).toBe('openai-costs')
    expect(read).toMatchObject([
      { day: '2025-11-25', model: 'gpt-4o-2024-08-06', usd: 0.00549 },
      { day: '2025-11-25', model: 'gpt-4o-2024-08-06', usd: 1.5 },
    ])
  })

  test('usage of OpenAI, as CSV and as pages of its API', async () => {
    const csv = lines(
      'start_time,end_time,start_time_iso,end_time_iso,project_id,num_model_requests,user_id,api_key_id,model,batch,service_tier,input_tokens,output_tokens,input_cached_tokens',
      `${DAY},${DAY + 86_400},,,proj_1,12,,key_1,gpt-4o-mini-2024-07-18,false,default,1000,200,300`,
    )
    const result = { object: 'organization.usage.completions.result', model: 'gpt-4o-mini-2024-07-18' }
    const counts = { num_model_requests: 12, input_tokens: 1000, output_tokens: 200 }
    const page = { object: 'page', data: [{ object: 'bucket', start_time: DAY, results: [{ ...result, ...counts }] }] }
    for (const text of [csv, JSON.stringify(page), JSON.stringify([page])]) {
      const bill = await readBill(text, undefined, 1)
      expect(bill.format).toBe('openai-usage')
      expect(bill.lines).toMatchObject([{ day: '2025-11-25', model: result.model, calls: 12, tokens: 1200 }])
    }
  })

  test('costs of OpenAI as pages of its API', async () => {
    const amount = { value: 0.06, currency: 'usd' }
    const results = [{ object: 'organization.costs.result', amount, line_item: 'gpt-4o, output' }]
    const bill = await readBill(JSON.stringify({ data: [{ start_time: DAY, results }] }), undefined, 1)
    expect(bill).toMatchObject({ format: 'openai-costs', lines: [{ day: '2025-11-25', model: 'gpt-4o', usd: 0.06 }] })
  })

  test('costs and usage of Anthropic', async () => {
    const costs = lines(
      '\uFEFFusage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type,inference_geo,speed',
      '2026-08-04,Claude Haiku 4.5,Default,key,message,≤ 200k,input_no_cache,0.05,0.05,token,not_available,',
      '2026-08-04,,Default,key,,,,0.30,0.30,web_search,,',
    )
    expect(await readBill(costs, undefined, 1)).toMatchObject({
      ...{ format: 'anthropic-costs', skipped: 1 },
      lines: [{ day: '2026-08-04', model: 'Claude Haiku 4.5', usd: 0.05 }],
    })
    const usage = lines(
      'usage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache,usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,usage_output_tokens,web_search_count,inference_geo,speed',
      '2026-08-04,claude-haiku-4-5-20251001,key,Default,standard,≤ 200k,100,20,3,4000,50,0,,',
    )
    expect(await readBill(usage, undefined, 1)).toMatchObject({
      ...{ format: 'anthropic-usage', lines: [{ model: 'claude-haiku-4-5-20251001', tokens: 4173 }] },
    })
  })

  test('of another file, the administrator names the columns', async () => {
    const text = lines(
      'created;name;price;id;in;out',
      '2026-08-04 23:59:59;"vendor/model; large";¥7.20;gen-1;1,000;5',
      '2026-08-05T01:30:00+02:00;m;14.4;gen-2;;',
    )
    const columns = { ...NO_COLUMNS, time: 'created', model: 'name', amount: 'price', request_id: 'id' }
    expect(await readBill(text, { ...columns, input_tokens: 'in', output_tokens: 'out' }, 7.2)).toEqual({
      ...{ format: 'other', skipped: 0 },
      lines: [
        { day: '2026-08-04', model: 'vendor/model; large', usd: 1, calls: 1, tokens: 1005, request: 'gen-1' },
        { day: '2026-08-04', model: 'm', usd: 2, calls: 1, tokens: 0, request: 'gen-2' },
      ],
    })
  })
})

describe('a bad file says what is wrong, and where', () => {
  const columns = { ...NO_COLUMNS, time: 'd', model: 'm', amount: 'a' }
  test.each<[string, string, BillColumns | undefined]>([
    ['', 'the file is empty', undefined],
    ['date,what,sum\n2026-01-01,a,1\n', 'line 1: its columns are not those of a known export', undefined],
    ['{"data":1', 'the file is not JSON', undefined],
    ['{"data":[{"total":1}]}', 'the JSON holds no buckets', undefined],
    ['d,m,a\n', 'there is no line with a day and a model', columns],
    ['d,m,a\nsoon,x,1\n', 'there is no line with a day and a model', columns],
    ['d,m,a\n2026-01-01,x,1\n\n2026-01-02,x,much\n', 'line 4: "much" in column "a" is no number', columns],
    ['d,m,a\n2026-01-01,x,1,2\n', 'line 2: has more cells than the first line', columns],
    ['d,m,a\n2026-01-01,"x,1\n', 'line 2: a quotation mark is not closed', columns],
    ['d,m,a\n2026-01-01,x,1\n', 'line 1: there is no column "z"', { ...columns, calls: 'z' }],
    ['d,m,a\n2026-01-01,x,1\n', 'a column for the time and one for the model', { ...columns, model: '' }],
    ['d,m,a\n2026-01-01,x,1\n', 'a column for the amount, the calls or the tokens', { ...columns, amount: '' }],
  ])('%j: %s', async (text, message, named) => {
    await expect(readBill(text, named, 1)).rejects.toThrow(message)
    await expect(readBill(text, named, 1)).rejects.toThrow(BadFile)
  })
})

test('quotation marks that stand for themselves are kept', async () => {
  const records = await readCsv('a;b\n3" disk;"x"y\n')
  expect(records[1]?.cells).toEqual(['3" disk', '"x"y'])
})

test('quoted cells hold separators, quotation marks and line breaks', async () => {
  const records = await readCsv('a,b\r\n"x, ""y""\n z",1\r\n,\r\n\r\nlast,2')
  expect(records).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"\n z', '1'] },
    { line: 4, cells: ['', ''] },
    { line: 6, cells: ['last', '2'] },
  ])
})

test.each([
  ['Claude Haiku 4.5', 'claude-haiku-4-5'],
  ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
  ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5'],
  ['gpt-4o-2024-08-06', 'gpt-4o'],
  ['gpt-4o', 'gpt-4o'],
  ['模型', ''],
])('%s is compared as %s', (name, key) => {
  expect(modelKey(name)).toBe(key || name.toLowerCase())
})

test('other work has its turns while a bill of the largest size is read, whatever its signs', async () => {
  const rows = 150_000
  const line = `2026-11-01,${'模'.repeat(10)},0.01`
  let isRead = false
  const reading = readBill(lines('day,model,usd', ...Array<string>(rows).fill(line)), { ...NO_COLUMNS, ...NAMED }, 1)
  void reading.finally(() => {
    isRead = true
  })
  let turns = 0
  for (; !isRead; turns++) await nextTurn()
  const bill = await reading
  expect(bill.lines).toHaveLength(rows)
  expect(new Set(bill.lines.map(({ model }) => model))).toEqual(new Set(['模'.repeat(10)]))
  // At least one turn for each part of 32 KB.
  expect(turns).toBeGreaterThan(100)
})
