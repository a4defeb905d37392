import { expect, test } from 'bun:test'
import { callableModels, exampleModel } from './example-model.ts'

test('a list of names and patterns is told apart from what it matches', () => {
  const own = { model_limits_enabled: true, model_limits: 'o3, claude-*' }
  expect(callableModels(own, ['gpt-5', 'claude-opus', 'claude-haiku'])).toEqual(['o3', 'claude-opus', 'claude-haiku'])
  expect(callableModels({ ...own, model_limits: '' }, ['gpt-5'])).toEqual([])
  expect(callableModels({ ...own, model_limits_enabled: false }, ['gpt-5'])).toEqual(['gpt-5'])
})

test('an example asks a model that chats, if there is one that the token may call', () => {
  expect(exampleModel([], ['a-embedding', 'claude', 'gpt-4o-mini'])).toBe('gpt-4o-mini')
  expect(exampleModel([], ['a-embedding', 'claude'])).toBe('claude')
  expect(exampleModel(['bge-m3', 'deepseek-chat'], ['gpt-4o-mini'])).toBe('deepseek-chat')
  expect(exampleModel(['bge-m3'], ['gpt-4o-mini'])).toBe('bge-m3')
  expect(exampleModel([], [])).toBe('gpt-4o-mini')
})
