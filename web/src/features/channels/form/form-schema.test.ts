import { expect, test } from 'bun:test'
import type { Channel } from '#contract/api/channels.ts'
import { copyForm, createForm, editForm } from './form-schema.ts'
import { type ChannelFormValues, newChannel, valuesOfChannel, valuesOfCopy } from './form-values.ts'

const filled: ChannelFormValues = { ...newChannel, name: 'main', key: 'sk-1', models: ['gpt-4o'] }

function problems(values: Partial<ChannelFormValues>, form = createForm) {
  const result = form.safeParse({ ...filled, ...values })
  if (result.success) return {}
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

const stored: Channel = {
  ...{ id: 7, type: 8, key: '', openai_organization: 'org-1', test_model: 'o3', status: 3, name: 'old', weight: 2 },
  ...{
    created_time: 1,
    test_time: 0,
    response_time: 0,
    test_error: '',
    recent_tests: [],
    base_url: 'https://a.example/{model}',
    other: '',
    balance: 0,
  },
  ...{ balance_updated_time: 0, models: 'a,b', group: 'default,vip', used_quota: 9, model_mapping: '{"a":"b"}' },
  ...{
    status_code_mapping: '',
    priority: -3,
    auto_ban: 0,
    other_info: '',
    settings: '{"idle_timeout":30,"x":1}',
    buy_price: '',
    max_input_tokens: 0,
  },
  ...{ limits: null, limits_now: {}, channel_info: null, key_counts: null },
}

test('a new channel needs a name, a key and a model', () => {
  expect(problems({})).toEqual({})
  expect(problems({ name: ' ', key: '', models: [] })).toEqual({
    name: 'channel_name_required',
    key: 'channel_key_required',
    models: 'channel_models_required',
  })
})

test('every problem is found at once', () => {
  const wrong = problems({
    name: '',
    key: ' ',
    models: [],
    group: [],
    base_url: 'api.example.com',
    priority: Number.NaN,
    model_mapping: '{',
    status_code_mapping: '{"x":1}',
    idle_timeout: Number.NaN,
  })
  expect(Object.keys(wrong).sort()).toEqual([
    'base_url',
    'group',
    'idle_timeout',
    'key',
    'model_mapping',
    'models',
    'name',
    'priority',
    'status_code_mapping',
  ])
})

test('an edit may leave the key alone', () => {
  expect(problems({ key: '' }, editForm)).toEqual({})
  expect(editForm.parse({ ...filled, key: '' }).key).toBe('')
})

test('a type without an address of its own asks for one', () => {
  expect(problems({ type: '8' })).toEqual({ base_url: 'channel_base_url_required' })
  expect(problems({ type: '8', base_url: 'https://a.example/{model}' })).toEqual({})
})

test('what a type needs beside the address is asked for in its own words', () => {
  expect(problems({ type: '39' })).toEqual({ other: 'channel_account_id_required' })
  expect(problems({ type: '39', other: 'a/b' })).toEqual({ other: 'channel_account_id_invalid' })
  expect(problems({ type: '39', other: ' acc-1 ' })).toEqual({})
  expect(problems({ type: '3', other: 'x' })).toEqual({
    base_url: 'channel_base_url_required',
    other: 'channel_api_version_invalid',
  })
  expect(problems({ type: '1', other: 'left behind by another type' })).toEqual({})
  expect(createForm.parse({ ...filled, type: '39', other: ' acc-1 ' }).other).toBe('acc-1')
})

test('what the server could not send to the upstream is refused before', () => {
  const refused = { key: '密钥', openai_organization: 'org-é', base_url: 'https://a.example?x=1#y' }
  expect(problems(refused)).toEqual({
    key: 'channel_key_characters',
    openai_organization: 'channel_organization_characters',
    base_url: 'channel_base_url_query',
  })
  expect(problems({ batch: true, key: 'sk-1\nsk-密' })).toEqual({ key: 'channel_key_characters' })
  expect(problems({ type: '8', base_url: 'https://a.example?x=1', openai_organization: 'é' })).toEqual({})
})

test('a key has the form that its type asks for, and what is missing is said first', () => {
  expect(problems({ type: '23', key: 'app|id|key' })).toEqual({ key: 'channel_key_tencent' })
  expect(problems({ type: '23', key: 'app||' })).toEqual({ key: 'channel_key_required' })
  expect(problems({ type: '23', key: '125|id|key' })).toEqual({})
  expect(problems({ type: '15', batch: true, key: 'a|b\nc|d|e' })).toEqual({ key: 'channel_key_baidu' })
  expect(problems({ type: '18', batch: true, key: 'a|b|c\nbad' })).toEqual({ key: 'channel_key_spark' })
  expect(problems({ type: '41', key: '{"type": "service_account"' })).toEqual({ key: 'channel_key_google' })
  expect(problems({ type: '41', key: '' }, editForm)).toEqual({})
})

test('a batch is sent as one key per line, each once', () => {
  const parse = (key: string) => createForm.parse({ ...filled, batch: true, key }).key
  expect(parse(' a\n\nb\na')).toBe('a\nb')
  expect(problems({ batch: true, key: '\n ' })).toEqual({ key: 'channel_key_required' })
})

test('lists, numbers and settings take the shape of the wire', () => {
  const values = { ...filled, weight: -4, priority: -2000, auto_ban: false, group: ['default', 'vip'], idle_timeout: 9 }
  const sent = createForm.parse({ ...values, base_url: 'https://a.example/v1/' })
  expect(sent).toMatchObject({
    ...{ type: 1, name: 'main', models: 'gpt-4o', group: 'default,vip', weight: 0, priority: -999, auto_ban: 0 },
    ...{ base_url: 'https://a.example', settings: '{"idle_timeout":9}' },
  })
  expect(sent).not.toHaveProperty('batch')
  expect(sent).not.toHaveProperty('idle_timeout')
})

test('a hidden drain time cannot stand in the way', () => {
  expect(problems({ drain_seconds: Number.NaN })).toEqual({})
  expect(problems({ abort_policy: 'drain', drain_seconds: Number.NaN })).toHaveProperty('drain_seconds')
})

test('a stored channel survives the way through the form', () => {
  const {
    id: _,
    status,
    created_time,
    test_time,
    response_time,
    test_error,
    recent_tests,
    balance,
    max_input_tokens,
    used_quota,
    ...rest
  } = stored
  const { balance_updated_time, other_info, settings, limits_now: _use, channel_info, key_counts, ...same } = rest
  const sent = editForm.parse(valuesOfChannel(stored))
  expect(sent).toMatchObject(same)
  expect(JSON.parse(sent.settings)).toEqual(JSON.parse(settings))
})

test('a copy has another name, and without a key takes that of its original', () => {
  expect(problems({ ...valuesOfCopy(stored, ''), key: '' }, copyForm)).toEqual({})
  expect(valuesOfCopy(stored, '_复制')).toEqual({ ...valuesOfChannel(stored), name: 'old_复制' })
  expect(valuesOfCopy({ ...stored, name: 'x'.repeat(100) }, '_复制').name).toBe(`${'x'.repeat(97)}_复制`)
})
