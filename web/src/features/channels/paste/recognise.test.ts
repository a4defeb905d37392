import { describe, expect, test } from 'bun:test'
import { channelType } from '#contract/channel-types/all.ts'
import { channelSigns } from '#contract/channel-types/signs.ts'
import { type Filled, recognise } from './recognise.ts'

const HEX = '0123456789abcdef0123456789abcdef'
const MIXED = 'Ab3Cd4Ef5Gh6Ij7Kl8Mn9Op0Qr1St2Uv3Wx4Yz5Ab6Cd7Ef8' // 48
const GEMINI = `AIza${'Sy0-a_bcdefghijklmnopqrstuvwxyz01234'.slice(0, 35)}`

/** Returns the ids of the matching types, and the fields when only one type matches. */
function guess(text: string): [number[], Filled] {
  const { guesses, common } = recognise(text)
  return [guesses.map(({ type }) => type.id), guesses.length === 1 ? guesses[0]!.fields : common]
}

describe('a key on its own', () => {
  test.each<[string, number[]]>([
    ['sk-proj-abc_DEF-123456', [1]],
    ['sk-ant-api03-abc_DEF-123', [14]],
    ['sk-or-v1-0123abcd', [20]],
    [GEMINI, [24]],
    [`sk-${HEX}`, [1, 17, 43]],
    [`sk-${MIXED}`, [1, 25]],
    [`${HEX}.Ab12Cd34Ef56Gh78`, [26, 16]],
    ['pplx-0123456789abcdef', [27]],
    ['jina_0123456789abcdef', [38]],
    ['app-AbCdEfGhIjKlMnOpQrSt', [37]],
    ['fastgpt-0123456789abcdef', [22]],
    ['bce-v3/ALTAK-abc123/def456', [46]],
    ['01234567-89ab-cdef-0123-456789abcdef', [45]],
    [HEX, [42, 3]],
    ['Ab3Cd4Ef5Gh6Ij7Kl8Mn9Op0Qr1St2Uv3Wx4Yz5A', [34, 39]],
    ['1250000000|AKIDabcdefg1234567|Secret1234567', [23]],
    ['AKIAABCDEFGHIJKLMNOP|abc/DEF+123|us-east-1', [33]],
    ['ABSKQmVkcm9ja0FQSUtleQ12|us-west-2', [33]],
    [`deadbeef|ABCDEFGHIJ|${HEX}`, [18]],
    ['one1111|two2222', [15]],
  ])('%s', (key, types) => {
    const [found, fields] = guess(key)
    expect(found.sort((a, b) => a - b)).toEqual([...types].sort((a, b) => a - b))
    expect(fields).toEqual({ key })
  })
  test('of three parts fits what can be made of three parts', () => {
    expect(guess('part-1|part-2|part-3')[0]).toEqual([18])
    expect(guess('part-1|part-2|us-east-1')[0]).toEqual([33, 18])
  })
  test('of no known look is a key, and of no type', () => {
    expect(recognise('zzz_1234567890')).toMatchObject({ form: 'key', guesses: [], common: { key: 'zzz_1234567890' } })
  })
  test('that others hand out as well is said to be such', () => {
    expect(recognise('sk-abc123').anybodys).toBe(true)
    expect(recognise('sk-proj-abc123').anybodys).toBe(false)
    expect(recognise('sk-ant-abc123').anybodys).toBe(false)
    expect(recognise('OPENAI_API_KEY=sk-abc123').anybodys).toBe(false)
    expect(recognise('sk-abc123 https://gw.example').anybodys).toBe(false)
  })
  test('loses what it was pasted with', () => {
    for (const text of [
      'Bearer sk-ant-abc12345',
      'Authorization: Bearer sk-ant-abc12345',
      '"sk-ant-abc12345",',
      ' sk-ant-abc12345\n',
    ]) {
      expect(guess(text)).toEqual([[14], { key: 'sk-ant-abc12345' }])
    }
  })
})

test('several keys are a batch, each once', () => {
  expect(guess('sk-ant-abc12345\nsk-ant-def12345\n\nsk-ant-abc12345')).toEqual([
    [14],
    { key: 'sk-ant-abc12345\nsk-ant-def12345', batch: true },
  ])
})

test('a key file of Google is a key in one line', () => {
  const account = { type: 'service_account', project_id: 'p', private_key: 'a\nb', client_email: 'x@y' }
  const [types, { key = '' }] = guess(JSON.stringify(account, null, 2))
  expect(types).toEqual([41])
  expect(key).not.toContain('\n')
  expect(JSON.parse(key)).toEqual(account)
})

describe('an address', () => {
  test.each<[string, number[], Filled]>([
    ['https://api.openai.com/v1', [1], { base_url: '' }],
    ['https://api.openai.com/v1/chat/completions', [1], { base_url: '' }],
    ['https://api.deepseek.com', [43], { base_url: '' }],
    ['https://api.deepseek.com/beta', [43], { base_url: '' }],
    ['https://api.moonshot.ai/v1', [25], { base_url: 'https://api.moonshot.ai' }],
    [
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
      [17],
      { base_url: 'https://dashscope-intl.aliyuncs.com' },
    ],
    ['https://openrouter.ai/api/v1', [20], { base_url: '' }],
    ['https://api.cohere.com/v2/chat', [34], { base_url: 'https://api.cohere.com' }],
    ['https://open.bigmodel.cn/api/paas/v4/', [26], { base_url: '' }],
    ['https://open.bigmodel.cn', [16, 26], { base_url: '' }],
    ['https://ark.cn-beijing.volces.com/api/v3', [45], { base_url: '' }],
    ['https://qianfan.baidubce.com/v2', [46], { base_url: '' }],
    ['http://127.0.0.1:11434/v1', [4], { base_url: 'http://127.0.0.1:11434' }],
    ['https://gw.example/openai/v1/', [1], { base_url: 'https://gw.example/openai' }],
    ['https://gw.example/v1/chat/completions', [1], { base_url: 'https://gw.example' }],
    ['https://gw.example', [1], { base_url: 'https://gw.example' }],
    ['https://gw.example/v1/messages', [14], { base_url: 'https://gw.example' }],
    ['https://gw.example/anthropic/v1/messages', [14], { base_url: 'https://gw.example/anthropic' }],
    ['https://gw.example/mj/submit/imagine', [2, 5], { base_url: 'https://gw.example' }],
    ['https://gw.example/suno/submit/music', [36], { base_url: 'https://gw.example' }],
    ['https://dify.example/v1/chat-messages', [37], { base_url: 'https://dify.example' }],
  ])('%s', (address, types, fields) => {
    const [found, filled] = guess(address)
    expect(found.sort((a, b) => a - b)).toEqual(types)
    expect(filled).toEqual(fields)
  })
  test('says more than where', () => {
    expect(
      guess('https://res.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21'),
    ).toEqual([[3], { base_url: 'https://res.openai.azure.com', other: '2024-10-21', models: ['gpt-4o'] }])
    expect(guess('https://europe-west1-aiplatform.googleapis.com/v1/projects/p')).toEqual([
      [41],
      { base_url: '', other: 'europe-west1' },
    ])
    const gemini = `https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent?key=${GEMINI}`
    expect(guess(gemini)).toEqual([[24], { base_url: '', key: GEMINI, models: ['gemini-2.5-flash'] }])
  })
  test('at a vendor, but in another format than its type has: both are offered', () => {
    const { guesses } = recognise('https://api.deepseek.com/anthropic')
    expect(guesses.map(({ type, fields }) => [type.id, fields.base_url])).toEqual([
      [43, ''],
      [14, 'https://api.deepseek.com/anthropic'],
    ])
  })
  test('keeps nothing of what proves who calls', () => {
    const [, fields] = guess('https://user:pass@gw.example/v1?token=abc#x')
    expect(fields).toEqual({ base_url: 'https://gw.example' })
  })
})

test('key and address together', () => {
  expect(guess('https://gw.example/v1 sk-abc123def')).toEqual([
    [1],
    { base_url: 'https://gw.example', key: 'sk-abc123def' },
  ])
  expect(guess(`https://api.deepseek.com\nsk-${HEX}`)).toEqual([[43], { base_url: '', key: `sk-${HEX}` }])
})

test('what contradicts itself is offered as both', () => {
  const { guesses, common } = recognise('https://api.openai.com sk-ant-abc12345')
  expect(guesses.map(({ type }) => type.id)).toEqual([1, 14])
  expect(common.key).toBe('sk-ant-abc12345')
})

describe('a curl command', () => {
  test('to a service in a known format', () => {
    const text = `curl https://gw.example/v1/chat/completions \\
      -H "Content-Type: application/json" \\
      -H 'Authorization: Bearer sk-abc123' \\
      -d '{"model": "gpt-4o", "messages": [{"role": "user", "content": "it'"'"'s"}]}'`
    expect(guess(text)).toEqual([[1], { base_url: 'https://gw.example', key: 'sk-abc123', models: ['gpt-4o'] }])
  })
  test('to Anthropic', () => {
    const text =
      'curl -X POST https://api.anthropic.com/v1/messages --header "x-api-key: sk-ant-abc12345" --header "anthropic-version: 2023-06-01" --data "{\\"model\\":\\"claude-opus-5\\"}"'
    expect(guess(text)).toEqual([[14], { base_url: '', key: 'sk-ant-abc12345', models: ['claude-opus-5'] }])
  })
  test('with a placeholder for the key', () => {
    for (const key of ['$OPENAI_API_KEY', 'sk-...', '<your key>', 'YOUR_API_KEY']) {
      const found = recognise(`curl https://api.openai.com/v1/models -H "Authorization: Bearer ${key}"`)
      expect(found).toMatchObject({ placeholder: true, guesses: [{ fields: { base_url: '' } }] })
      expect(found.guesses[0]?.fields.key).toBeUndefined()
    }
  })
  test('of Windows', () => {
    const text = 'curl.exe https://api.mistral.ai/v1/chat/completions ^\r\n -H "Authorization: Bearer abc123456789"'
    expect(guess(text)).toEqual([[42], { base_url: '', key: 'abc123456789' }])
  })
  test('to Azure', () => {
    const text = `curl "https://res.openai.azure.com/openai/deployments/my-gpt/chat/completions?api-version=2024-06-01" -H "api-key: ${HEX}"`
    expect(guess(text)).toEqual([
      [3],
      { base_url: 'https://res.openai.azure.com', key: HEX, other: '2024-06-01', models: ['my-gpt'] },
    ])
  })
})

describe('settings', () => {
  test.each<[string, string, number[], Filled]>([
    ['of OpenAI', 'OPENAI_API_KEY=sk-abc123', [1], { key: 'sk-abc123' }],
    [
      'exported',
      'export OPENAI_API_KEY="sk-abc123" # mine\nexport OPENAI_BASE_URL=https://gw.example/v1',
      [1],
      { key: 'sk-abc123', base_url: 'https://gw.example' },
    ],
    [
      'of OpenAI’s client for another vendor',
      `OPENAI_BASE_URL=https://api.deepseek.com/v1\nOPENAI_API_KEY=sk-${HEX}`,
      [43],
      { key: `sk-${HEX}`, base_url: '' },
    ],
    ['of PowerShell', '$env:ANTHROPIC_API_KEY = "sk-ant-abc12345"', [14], { key: 'sk-ant-abc12345' }],
    [
      'of Claude Code',
      '{"env": {"ANTHROPIC_BASE_URL": "https://gw.example", "ANTHROPIC_AUTH_TOKEN": "sk-abc123"}}',
      [14],
      { key: 'sk-abc123', base_url: 'https://gw.example' },
    ],
    [
      'of Claude Code at a vendor',
      `ANTHROPIC_BASE_URL=https://api.deepseek.com/anthropic\nANTHROPIC_AUTH_TOKEN=sk-${HEX}`,
      [14],
      { key: `sk-${HEX}`, base_url: 'https://api.deepseek.com/anthropic' },
    ],
    [
      'of AWS',
      'aws_access_key_id = AKIAABCDEFGHIJKLMNOP\naws_secret_access_key = abc/DEF+123\nAWS_REGION=us-east-1',
      [33],
      { key: 'AKIAABCDEFGHIJKLMNOP|abc/DEF+123|us-east-1' },
    ],
    ['of Spark', 'SPARK_APP_ID=abc\nSPARK_API_SECRET=def\nSPARK_API_KEY=ghi', [18], { key: 'abc|def|ghi' }],
    [
      'of Azure',
      `AZURE_OPENAI_ENDPOINT=https://res.openai.azure.com/\nAZURE_OPENAI_API_KEY=${HEX}\nOPENAI_API_VERSION=2024-10-21`,
      [3],
      { key: HEX, base_url: 'https://res.openai.azure.com', other: '2024-10-21' },
    ],
    [
      'of Cloudflare',
      'CLOUDFLARE_ACCOUNT_ID=acc1\nCLOUDFLARE_API_TOKEN=tok_123',
      [39],
      { key: 'tok_123', other: 'acc1' },
    ],
    ['of Tongyi', `DASHSCOPE_API_KEY=sk-${HEX}`, [17], { key: `sk-${HEX}` }],
    [
      'with an organization',
      'OPENAI_API_KEY=sk-proj-abc\nOPENAI_ORG_ID=org-1',
      [1],
      { key: 'sk-proj-abc', openai_organization: 'org-1' },
    ],
    [
      'in lines of our own',
      'Base URL: https://gw.example/v1\nKey: sk-abc123\nModel: gpt-4o',
      [1],
      { base_url: 'https://gw.example', key: 'sk-abc123', models: ['gpt-4o'] },
    ],
    [
      'in Chinese',
      '接口地址：https://gw.example/v1\n密钥：sk-abc123',
      [1],
      { base_url: 'https://gw.example', key: 'sk-abc123' },
    ],
    [
      'of JSON',
      '{"api_key": "sk-abc123", "base_url": "https://api.siliconflow.cn/v1", "model": "Qwen/Qwen3-8B"}',
      [40],
      { base_url: '', key: 'sk-abc123', models: ['Qwen/Qwen3-8B'] },
    ],
    ['of a name that nobody knows', 'ACME_API_KEY=sk-or-v1-abc123', [20], { key: 'sk-or-v1-abc123' }],
  ])('%s', (_, text, types, fields) => {
    const [found, filled] = guess(text)
    expect([...found].sort((a, b) => a - b)).toEqual([...types].sort((a, b) => a - b))
    expect(filled).toEqual(fields)
  })
  test('whose value only looks like a placeholder', () => {
    expect(guess('OPENAI_API_KEY=sk-abc123\nOPENAI_MODEL=my-model')[1].models).toEqual(['my-model'])
  })
  test('without a value', () => {
    expect(recognise('OPENAI_API_KEY=<key>')).toMatchObject({ placeholder: true, common: {} })
  })
})

test.each(['', '   ', 'hello', 'the state-of-the-art models are well-known', 'gpt-4o', '{', '[]', '12345'])(
  'nothing is found in %j',
  (text) => {
    expect(recognise(text)).toMatchObject({ guesses: [], common: {} })
  },
)

test('signs are of types that there are, and can be read', () => {
  for (const [id, { key, hosts = [], path, names = {}, sure }] of Object.entries(channelSigns)) {
    const type = channelType(Number(id))
    expect(type, id).toBeDefined()
    for (const pattern of [key, path, sure, ...hosts]) if (pattern) expect(() => new RegExp(pattern)).not.toThrow()
    const parts = type!.key.parts.map(({ name }) => name)
    const fields = ['', 'key', 'base_url', 'other', 'openai_organization', 'model', ...parts]
    for (const field of Object.values(names)) expect(fields, id).toContain(field)
  }
})
