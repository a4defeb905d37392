import { expect, test } from 'bun:test'
import { similarNames } from './similar-names.ts'

test('a chosen name that differs by capitals alone is told with the other', () => {
  expect(similarNames(['GPT-4o', 'claude'], ['gpt-4o', 'claude', 'o3'])).toEqual([{ name: 'GPT-4o', like: 'gpt-4o' }])
  expect(similarNames(['qwen', 'Qwen'], [])).toEqual([
    { name: 'qwen', like: 'Qwen' },
    { name: 'Qwen', like: 'qwen' },
  ])
})

test('names that are alike in nothing but a part, and those not chosen, are not', () => {
  expect(similarNames(['gpt-4o'], ['gpt-4o', 'gpt-4o-mini', 'GPT-4O-MINI'])).toEqual([])
  expect(similarNames([], ['a', 'A'])).toEqual([])
})
