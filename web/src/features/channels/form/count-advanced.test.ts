import { expect, test } from 'bun:test'
import { countAdvanced } from './count-advanced.ts'
import { newChannel } from './form-values.ts'

test('a new channel has nothing advanced set', () => {
  expect(countAdvanced(newChannel)).toBe(0)
})

test('what differs is counted, if the type has the field', () => {
  const set = { openai_organization: 'org-1', test_model: 'o3', idle_timeout: 5, abort_policy: 'drain' as const }
  expect(countAdvanced({ ...newChannel, ...set })).toBe(4)
  expect(countAdvanced({ ...newChannel, ...set, service_tiers: 'allow' })).toBe(5)
  expect(countAdvanced({ ...newChannel, ...set, type: '8' })).toBe(3)
  expect(countAdvanced({ ...newChannel, fit_parameters: false })).toBe(1)
  expect(countAdvanced({ ...newChannel, model_mapping: ' ', total_timeout: Number.NaN })).toBe(0)
})
