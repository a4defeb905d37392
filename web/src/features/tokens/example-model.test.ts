import { expect, test } from 'bun:test'
import { exampleModel } from './example-model.ts'

test('an example asks a model that chats, if there is one that the token may call', () => {
  expect(exampleModel([], ['a-embedding', 'claude', 'gpt-4o-mini'])).toBe('gpt-4o-mini')
  expect(exampleModel([], ['a-embedding', 'claude'])).toBe('claude')
  expect(exampleModel(['bge-m3', 'deepseek-chat'], ['gpt-4o-mini'])).toBe('deepseek-chat')
  expect(exampleModel(['bge-m3'], ['gpt-4o-mini'])).toBe('bge-m3')
  expect(exampleModel([], [])).toBe('gpt-4o-mini')
})
