import { describe, expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { HOSTED_TOOLS, type ToolFormat } from '../../../formats/dialects/hosted-tools.ts'
import { atOnce } from '../../../platform/async/steps.ts'
import { toolEditsOf } from './tool-edits.ts'

const OPENAI = { type: 1, baseUrl: '' }
const ZHIPU = { type: 26, baseUrl: '' }
const OPENROUTER = { type: 20, baseUrl: '' }

function edited(
  format: ToolFormat,
  tools: unknown,
  channel: { type: number; baseUrl: string } = OPENAI,
  isFree = false,
) {
  const text = typeof tools === 'string' ? tools : JSON.stringify(tools)
  const bytes = Buffer.from(`{"model":"m","tools":${text},"tool_choice":"auto"}`)
  const endpoint = { format, form: undefined } as never
  return atOnce(toolEditsOf(endpoint, { bytes, fields: scanFields(bytes) }, channel, isFree))
}
const tool = (format: ToolFormat, name: string) => (format === 'gemini' ? { [name]: {} } : { type: name })

describe('every tool of the table', () => {
  const rows = Object.entries(HOSTED_TOOLS).flatMap(([format, list]) =>
    list.flatMap(({ names, payment, source }) =>
      names.map((name) => ({ format: format as ToolFormat, name, payment, source })),
    ),
  )
  test.each(rows)('$format: $name', ({ format, name, payment, source }) => {
    expect(source).toStartWith('https://')
    const { edits, omitted } = edited(format, [tool(format, name)])
    const isLeftOut = payment.by === 'nothing' || 'where' in payment
    expect(omitted).toEqual(isLeftOut ? [`tools[0]: ${name}`] : [])
    expect(edits !== undefined).toBe(isLeftOut)
  })
})

test.each<[ToolFormat, object[], unknown, string[]]>([
  [
    'openai',
    [{ type: 'function', function: { name: 'f' } }, { type: 'openrouter:web_search' }],
    0,
    ['tools[1]: openrouter:web_search'],
  ],
  ['openai', [{ type: 'web_search', web_search: { enable: true } }], undefined, ['tools[0]: web_search']],
  ['responses', [{ type: 'of-nobody' }, { type: 'web_search_2025_08_26' }], 1, ['tools[0]: of-nobody']],
  [
    'anthropic',
    [
      { name: 'f', input_schema: {} },
      { type: 'advisor_20260301', name: 'advisor' },
    ],
    0,
    ['tools[1]: advisor_20260301'],
  ],
  [
    'anthropic',
    [{ type: 'text_editor_20991231', name: 'e' }, { type: 'made_up_20260101' }],
    0,
    ['tools[1]: made_up_20260101'],
  ],
  ['gemini', [{ google_search: {} }, { enterprise_web_search: {} }], 0, ['tools[1]: enterpriseWebSearch']],
])('%s %j', (format, tools, kept, omitted) => {
  const { edits, omitted: named } = edited(format, tools)
  expect(named).toEqual(omitted)
  const left = edits?.tools === undefined ? undefined : JSON.parse(edits.tools)
  expect(left).toEqual(typeof kept === 'number' ? [tools[kept]] : kept)
  // A choice among no tools is refused by every vendor.
  expect(Object.keys(edits ?? {})).toEqual(kept === undefined ? ['tools', 'tool_choice'] : ['tools'])
})

test('one object of Gemini keeps what is paid', () => {
  const { edits, omitted } = edited('gemini', [{ googleMaps: { a: 1 }, retrieval: {}, functionDeclarations: [] }])
  expect(omitted).toEqual(['tools[0]: retrieval'])
  expect(JSON.parse(edits?.tools ?? '')).toEqual([{ googleMaps: { a: 1 }, functionDeclarations: [] }])
})

test('a type that is given twice, or is no text, is left out', () => {
  expect(edited('openai', '[{"type":"x","type":"function"}]').omitted).toEqual(['tools[0]: type, twice'])
  expect(edited('openai', '[ {"type":7} , {"a":[1,"]"]} ]').omitted).toEqual(['tools[0]: 7'])
  expect(edited('openai', '[{"type":null},{},5]')).toEqual({ omitted: [], byCost: false })
})

describe('where the answer tells the fee', () => {
  test('a search of Zhipu passes', () => {
    expect(edited('openai', [{ type: 'web_search' }], ZHIPU)).toEqual({ omitted: [], byCost: false })
    expect(
      edited('openai', [{ type: 'web_search' }], { type: 1, baseUrl: 'https://open.bigmodel.cn' }).omitted,
    ).toEqual([])
  })
  test('all tools of OpenRouter pass, charged by the cost, unless the model is free', () => {
    const tools = [{ type: 'openrouter:web_search' }]
    expect(edited('openai', tools, OPENROUTER)).toEqual({ omitted: [], byCost: true })
    expect(edited('openai', tools, { type: 1, baseUrl: 'https://openrouter.ai/api' }).byCost).toBe(true)
    expect(edited('openai', tools, OPENROUTER, true).omitted).toEqual(['tools[0]: openrouter:web_search'])
    expect(edited('openai', [{ type: 'function' }], OPENROUTER)).toEqual({ omitted: [], byCost: false })
  })
})
