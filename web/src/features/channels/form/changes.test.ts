import { expect, test } from 'bun:test'
import type { Channel } from '#contract/api/channels.ts'
import { changesOf } from './changes.ts'
import { editForm } from './form-schema.ts'
import { type ChannelFormValues, valuesOfChannel } from './form-values.ts'

const stored: Channel = {
  ...{ id: 7, type: 1, key: '', openai_organization: 'org-1', test_model: 'o3', status: 3, name: 'old', weight: 2 },
  ...{
    created_time: 1,
    test_time: 0,
    response_time: 0,
    test_error: '',
    recent_tests: [],
    base_url: 'https://a.example/v1',
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

/** Returns the request body when the form is saved with some values changed. */
const sent = (values: Partial<ChannelFormValues>) =>
  changesOf(stored, editForm.parse({ ...valuesOfChannel(stored), ...values }))

test('fields that nobody touched are not sent: the list may have changed them meanwhile', () => {
  expect(sent({})).toEqual({})
  expect(sent({ name: 'new' })).toEqual({ name: 'new' })
  expect(sent({ key: 'sk-new', models: ['a'], auto_ban: true })).toEqual({ key: 'sk-new', models: 'a', auto_ban: 1 })
})

test('settings are sent as a whole', () => {
  expect(sent({ idle_timeout: 0 })).toEqual({ settings: '{"x":1}' })
})

test('an address is sent when the person changed it', () => {
  expect(sent({ base_url: 'https://b.example/v1/' })).toEqual({ base_url: 'https://b.example' })
})

test('what a type no longer needs is emptied, which the wire says with a blank', () => {
  const of = (other: string, values: Partial<ChannelFormValues>) => {
    const former = { ...stored, type: 17, other }
    return changesOf(former, editForm.parse({ ...valuesOfChannel(former), ...values }))
  }
  expect(of('{"a":{}}', { other: '' })).toEqual({ other: ' ' })
  expect(of('{"a":{}}', { other: '{"b":{}}' })).toEqual({ other: '{"b":{}}' })
  expect(of('{"a":{}}', {})).toEqual({})
})
