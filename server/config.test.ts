import { describe, expect, test } from 'bun:test'
import { readConfig } from './config.ts'

describe('without settings', () => {
  const config = readConfig({})

  test('only this machine can reach a server, whose root has the known first password', () => {
    expect(config.host).toBe('127.0.0.1')
    expect(config.initialRootPassword).toBe('123456')
  })

  test('limits are on, and nobody’s word about addresses counts', () => {
    expect(config.rateLimit).toBe(true)
    expect(config.trustedProxies).toEqual([])
    expect(config.metricsToken).toBeUndefined()
  })
})

test('the first password can be chosen before the first start', () => {
  expect(readConfig({ INITIAL_ROOT_PASSWORD: 'chosen' }).initialRootPassword).toBe('chosen')
})

test.each([
  [{ PORT: '70000' }, 'PORT must be an integer from 0 to 65535, not "70000"'],
  [{ PORT: '1.5' }, 'PORT must be an integer'],
  [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT must be one of on, off, not "no"'],
  [{ JOURNAL_SYNC: 'never' }, 'JOURNAL_SYNC must be one of'],
])('%j is refused with the name of the variable', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})
