import { expect, test } from 'bun:test'
import type { Token } from '#contract/api/tokens.ts'
import { createForm } from './form-schema.ts'
import { newToken, valuesOfToken } from './form-values.ts'
import { statusAfterEdit } from './status-after-edit.ts'

const problems = (values: Partial<typeof newToken>) => {
  const result = createForm.safeParse({ ...newToken, name: 'bot', ...values })
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.')).sort()
}

test('a new token needs nothing but a name', () => {
  expect(problems({})).toEqual([])
  expect(problems({ name: '   ' })).toEqual(['name'])
})

test('every problem is found at once', () => {
  const wrong = { name: '', count: 0, expired_time: Number.NaN, remain_quota: Number.NaN, allow_ips: '10.0.0.0/33' }
  expect(problems(wrong)).toEqual(['allow_ips', 'count', 'expired_time', 'name', 'remain_quota'])
})

test('the amount does not matter while the token is unlimited', () => {
  expect(problems({ remain_quota: Number.NaN, unlimited_quota: true })).toEqual([])
  expect(problems({ remain_quota: -1 })).toEqual(['remain_quota'])
})

test('models travel as a comma list, there and back', () => {
  const sent = createForm.parse({ ...newToken, name: ' bot ', model_limits: ['gpt-4o', 'o3'] })
  expect(sent.model_limits).toBe('gpt-4o,o3')
  expect(sent.name).toBe('bot')
  expect(valuesOfToken({ model_limits: sent.model_limits } as Token).model_limits).toEqual(['gpt-4o', 'o3'])
  expect(valuesOfToken({ model_limits: '' } as Token).model_limits).toEqual([])
})

test('an edit that gives an expired or empty token life switches it on; any other leaves the status alone', () => {
  const input = createForm.parse({ ...newToken, name: 'bot' })
  const former = { status: 3, expired_time: 5, remain_quota: 0, unlimited_quota: false } as Token
  expect(statusAfterEdit(former, input, 10)).toBe(1)
  expect(statusAfterEdit({ ...former, status: 4 }, input, 10)).toBe(1)
  expect(statusAfterEdit(former, { ...input, expired_time: 9 }, 10)).toBeUndefined()
  expect(statusAfterEdit({ ...former, status: 4 }, { ...input, remain_quota: 0 }, 10)).toBeUndefined()
  expect(statusAfterEdit({ ...former, status: 2 }, input, 10)).toBeUndefined()
  expect(statusAfterEdit({ ...former, status: 1 }, input, 10)).toBeUndefined()
})
