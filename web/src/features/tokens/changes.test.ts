import { expect, test } from 'bun:test'
import type { Token } from '#contract/api/tokens.ts'
import { changesOf } from './changes.ts'
import { editForm } from './form-schema.ts'
import { type TokenFormValues, valuesOfToken } from './form-values.ts'

const stored: Token = {
  ...{ id: 3, user_id: 1, key: 'k', status: 1, name: 'bot', created_time: 1, accessed_time: 1, expired_time: -1 },
  ...{ remain_quota: 1000, unlimited_quota: false, model_limits_enabled: true, model_limits: 'gpt-4o,o3' },
  ...{ allow_ips: '10.0.0.0/8', used_quota: 5, group: 'vip', former_key_until: 0, DeletedAt: null },
  ...{ note: '', tags: ['team-a'], last_used_at: 0, last_used_ip: '', last_used_client: '' },
  ...{ endpoints: ['chat'], limits: null, limits_now: {} },
}

/** The request body when the form of `token` is saved with some values changed. */
const sent = (token: Token, values: Partial<TokenFormValues>) =>
  changesOf(token, editForm(token).parse({ ...valuesOfToken(token), ...values }), 100)

test('an untouched quota is not sent, so that what was spent meanwhile stays spent', () => {
  expect(sent(stored, { name: 'renamed' })).toEqual({ name: 'renamed' })
  expect(sent(stored, {})).toEqual({})
  expect(sent(stored, { remain_quota: 1500 })).toEqual({ remain_quota: 1500 })
})

test('lists are sent when they differ', () => {
  expect(sent(stored, { model_limits: ['gpt-4o', 'o3'] })).toEqual({})
  expect(sent(stored, { model_limits: ['gpt-4o'], allow_ips: '' })).toEqual({ model_limits: 'gpt-4o', allow_ips: '' })
  expect(sent(stored, { endpoints: ['chat', 'embeddings'] })).toEqual({ endpoints: ['chat', 'embeddings'] })
  expect(sent(stored, { limit_endpoints: false })).toEqual({ endpoints: null })
  expect(sent(stored, { tags: ['team-a', ' b '] })).toEqual({ tags: ['team-a', 'b'] })
  expect(sent(stored, { note: 'for the bot' })).toEqual({ note: 'for the bot' })
})

test('an empty list of endpoints is refused, never taken for all of them', () => {
  const issues = (values: Partial<TokenFormValues>, token = stored) =>
    editForm(token)
      .safeParse({ ...valuesOfToken(token), ...values })
      .error?.issues.map(({ path }) => path[0])
  expect(issues({ endpoints: [] })).toEqual(['endpoints'])
  expect(issues({}, { ...stored, endpoints: [] })).toEqual(['endpoints'])
  expect(issues({ endpoints: ['unknown'] })).toEqual(['endpoints'])
})

test('a token that overshot is saved with its quota as it is', () => {
  const overshot = { ...stored, status: 4, remain_quota: -3 }
  expect(sent(overshot, { name: 'renamed' })).toEqual({ name: 'renamed' })
  expect(sent(overshot, { unlimited_quota: true })).toEqual({ unlimited_quota: true, status: 1 })
  expect(sent(overshot, { remain_quota: 500 })).toEqual({ remain_quota: 500, status: 1 })
  const lower = editForm(overshot).safeParse({ ...valuesOfToken(overshot), remain_quota: -4 })
  expect(lower.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['remain_quota', 'token_quota_invalid'],
  ])
})
