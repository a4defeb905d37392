import { describe, expect, test } from 'bun:test'
import { channelType } from '#contract/channel-types/all.ts'
import { mapChannelType } from './channel-types.ts'
import { mapChannel } from './channels.ts'

const row = { id: 7, type: 1, key: 'sk-1', status: 1, name: 'c', models: 'm', group: 'default,vip', weight: 4 }
const codes = (mapped: ReturnType<typeof mapChannel>) => mapped.remarks.map(({ code }) => code)

test('every number of the three programs has a type here', () => {
  for (const kind of ['one-api', 'new-api', 'one-hub'] as const) {
    for (let type = 0; type < 70; type++) expect(channelType(mapChannelType(kind, type).type)).toBeDefined()
  }
})

describe('types', () => {
  test('differ between the programs', () => {
    expect(mapChannelType('new-api', 24).type).toBe(24)
    expect(mapChannelType('one-hub', 24)).toMatchObject({ missing: true })
    expect([mapChannelType('one-hub', 25).type, mapChannelType('one-api', 36).type]).toEqual([24, 43])
  })

  test('with OpenAI’s format get the address that they had by themselves', () => {
    const { channel } = mapChannel({ ...row, type: 29 }, 'one-api')
    expect(channel).toMatchObject({ type: 1, base_url: 'https://api.groq.com/openai', status: 1 })
    const own = mapChannel({ ...row, type: 29, base_url: 'https://own.example/' }, 'one-api')
    expect(own.channel?.base_url).toBe('https://own.example')
  })

  test('without a counterpart are kept disabled', () => {
    const mapped = mapChannel({ ...row, type: 38 }, 'one-api')
    expect(mapped.channel).toMatchObject({ type: 8, status: 2, key: 'sk-1' })
    expect(codes(mapped)).toEqual(['channel_type_missing'])
  })
})

test('one-api keeps regions and versions apart', () => {
  const bedrock = { ...row, type: 33, key: 'x', config: '{"ak":"a","sk":"s","region":"us-east-1"}' }
  expect(mapChannel(bedrock, 'one-api').channel).toMatchObject({ key: 'a|s|us-east-1', status: 1 })
  const azure = { ...row, type: 3, base_url: 'https://x.example', config: '{"api_version":"2024-02-01"}' }
  expect(mapChannel(azure, 'one-api').channel).toMatchObject({ type: 3, other: '2024-02-01', status: 1 })
})

test('several keys stay one channel, and a key that was off stays off', () => {
  const info = JSON.stringify({ is_multi_key: true, multi_key_status_list: { 0: 2, 1: 3 }, multi_key_mode: 'random' })
  const mapped = mapChannel({ ...row, key: 'sk-1\nsk-2\nsk-3\nsk-2', channel_info: info }, 'new-api')
  expect(mapped.channel).toMatchObject({ key: 'sk-3', settings: '{"multi_key_mode":"random"}', status: 1 })
  expect(mapped.channel?.keys.map(({ key }) => key)).toEqual(['sk-1', 'sk-2', 'sk-3'])
  expect(mapped.channel?.keys[0]?.status).toBe(2)
  expect(codes(mapped)).toEqual(['channel_keys'])
  const one = mapChannel({ ...row, key: 'sk-1', channel_info: info }, 'new-api')
  expect(one.channel).toMatchObject({ key: 'sk-1', keys: [] })
})

test('what is missing disables a channel, and what has no place here is said', () => {
  const azure = mapChannel({ ...row, type: 3 }, 'new-api')
  expect(azure.channel?.status).toBe(2)
  expect(codes(azure)).toEqual(['channel_incomplete'])
  expect(codes(mapChannel({ ...row, setting: '{"proxy":"socks4://x"}', tag: null }, 'new-api'))).toEqual([
    'channel_settings_lost',
  ])
  const proxy = 'socks5://u:p@proxy:1080'
  for (const taken of [
    mapChannel({ ...row, setting: JSON.stringify({ proxy }) }, 'new-api'),
    mapChannel({ ...row, proxy }, 'one-hub'),
  ]) {
    expect([taken.channel?.settings, codes(taken)]).toEqual([JSON.stringify({ proxy }), []])
  }
  expect(mapChannel({ ...row, deleted_at: '2026-01-01' }, 'one-hub').channel).toBeUndefined()
})
