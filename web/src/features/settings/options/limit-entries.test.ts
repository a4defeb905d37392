import { expect, test } from 'bun:test'
import { entriesOf, entriesText } from './limit-entries.ts'

test('a map of limits is read as entries, and written as it was', () => {
  const text = '{"vip":{"rpm":60},"claude-*":{"budgets":[{"window":"day","quota":5}]}}'
  expect(entriesOf(text)?.map(({ name }) => name)).toEqual(['vip', 'claude-*'])
  expect(entriesText(entriesOf(text) ?? [])).toBe(text)
  expect(entriesOf('')).toEqual([])
  expect(entriesText([])).toBe('{}')
})

test.each(['{', '[]', 'null', '{"vip":5}', '{"vip":[]}', '{"vip":null}'])('%s can only be edited as text', (text) => {
  expect(entriesOf(text)).toBeNull()
})
