import { expect, test } from 'bun:test'
import { tokenInput } from '#contract/api/tokens.ts'
import { batchNames } from './batch-names.ts'

test('one token keeps its name', () => {
  expect(batchNames('build-bot', 1)).toEqual(['build-bot'])
})

test('further tokens get a dash and six random alphanumerics, all different', () => {
  const names = batchNames('bot', 100)
  expect(names[0]).toBe('bot')
  expect(new Set(names).size).toBe(100)
  for (const name of names.slice(1)) expect(name).toMatch(/^bot-[0-9A-Za-z]{6}$/)
})

test('every name passes the contract, even when the given one is as long as allowed', () => {
  for (const name of batchNames('令'.repeat(50), 3)) expect(tokenInput.safeParse({ name }).success).toBe(true)
})
