import { expect, test } from 'bun:test'
import type { Token } from '#contract/api/tokens.ts'
import { stateOfToken } from './token-status.ts'

const NOW = 1_000_000
const token = (fields: Partial<Token>) =>
  ({
    status: 1,
    expired_time: -1,
    unlimited_quota: false,
    remain_quota: 5,
    model_limits_enabled: false,
    ...fields,
  }) as Token

test.each([
  ['enabled', {}],
  ['limited', { model_limits_enabled: true }],
  ['disabled', { status: 2 }],
  ['expired', { status: 3 }],
  ['exhausted', { status: 4 }],
  ['unknown', { status: 7 }],
] as const)('%s as stored', (state, fields) => {
  expect(stateOfToken(token(fields), NOW)).toBe(state)
})

test('the facts are believed before the stored status', () => {
  expect(stateOfToken(token({ expired_time: NOW }), NOW)).toBe('expired')
  expect(stateOfToken(token({ expired_time: NOW + 1 }), NOW)).toBe('enabled')
  expect(stateOfToken(token({ remain_quota: 0 }), NOW)).toBe('exhausted')
  expect(stateOfToken(token({ remain_quota: 0, unlimited_quota: true }), NOW)).toBe('enabled')
})

test('a token switched off by hand is off, whatever else is true', () => {
  expect(stateOfToken(token({ status: 2, expired_time: 1, remain_quota: 0 }), NOW)).toBe('disabled')
})
