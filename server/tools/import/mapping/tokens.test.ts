import { describe, expect, test } from 'bun:test'
import { mapToken } from './tokens.ts'

const token = { id: 1, user_id: 2, key: 'k', status: 1, name: 'mine', expired_time: -1, unlimited_quota: 1 }
const codes = (row: ReturnType<typeof mapToken>) => row.remarks.map(({ code }) => code)

describe('a restricted token never comes out unrestricted', () => {
  test('addresses that are none are dropped while others are left, else the token is disabled', () => {
    const some = mapToken({ ...token, allow_ips: '10.0.0.0/8\nlocalhost' }, 'new-api')
    expect(some).toMatchObject({ allow_ips: '10.0.0.0/8', status: 1 })
    expect(codes(some)).toEqual(['token_ips_dropped'])
    const none = mapToken({ ...token, allow_ips: 'localhost' }, 'new-api')
    expect(none).toMatchObject({ allow_ips: 'localhost', status: 2 })
    expect(codes(none)).toEqual(['token_ips_disabled'])
  })

  test('one-api: subnets and models', () => {
    const mapped = mapToken({ ...token, subnet: '127.0.0.0/8,::1/128', models: 'gpt-4o, o3' }, 'one-api')
    expect(mapped).toMatchObject({
      allow_ips: '127.0.0.0/8\n::1/128',
      model_limits_enabled: 1,
      model_limits: 'gpt-4o,o3',
    })
    expect(mapToken({ ...token, subnet: null, models: '' }, 'one-api')).toMatchObject({
      allow_ips: '',
      model_limits_enabled: 0,
    })
  })

  test('one-hub: the limits in its settings', () => {
    const limits = (value: object) => mapToken({ ...token, setting: JSON.stringify({ limits: value }) }, 'one-hub')
    const model = { enabled: true, models: ['gpt-4o'] }
    const address = { enabled: true, whitelist: ['10.1.2.3'] }
    expect(limits({ limit_model_setting: model, limits_ip_setting: address })).toMatchObject({
      status: 1,
      model_limits_enabled: 1,
      model_limits: 'gpt-4o',
      allow_ips: '10.1.2.3',
    })
    expect(limits({ limit_model_setting: { enabled: true, models: null } })).toMatchObject({
      model_limits_enabled: 1,
      model_limits: '',
    })
    expect(limits({ limits_ip_setting: { enabled: true, whitelist: null } })).toMatchObject({ status: 2 })
    expect(mapToken({ ...token, setting: 'broken' }, 'one-hub')).toMatchObject({ status: 2 })
    expect(mapToken({ ...token, setting: null }, 'one-hub')).toMatchObject({ status: 1, model_limits_enabled: 0 })
  })

  test('an enabled list of no models allows none, and what is expired, used up or disabled stays so', () => {
    const row = { ...token, model_limits_enabled: 1, model_limits: '' }
    expect(mapToken(row, 'new-api')).toMatchObject({ model_limits_enabled: 1, model_limits: '' })
    for (const status of [2, 3, 4]) expect(mapToken({ ...token, status }, 'new-api').status).toBe(status)
    expect(mapToken({ ...token, status: 9 }, 'new-api').status).toBe(2)
    expect(mapToken({ ...token, expired_time: 5, group: 'vip' }, 'new-api')).toMatchObject({
      expired_time: 5,
      group: 'vip',
    })
  })
})
