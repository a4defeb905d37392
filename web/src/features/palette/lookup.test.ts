import { expect, test } from 'bun:test'
import { lookupOf, matchingModels } from './lookup.ts'

test('nothing is asked before two characters, nor for a text that no name can be', () => {
  for (const text of ['', ' ', 'a', ' 7 ', '渠', '😀', 'x'.repeat(201)]) expect(lookupOf(text)).toBeNull()
  expect(lookupOf('渠道')).toEqual({ word: '渠道' })
  expect(lookupOf(' ab ')).toEqual({ word: 'ab' })
})

test('digits may be an id or a part of a name', () => {
  expect(lookupOf('310')).toEqual({ word: '310', logId: 310 })
  expect(lookupOf('0310')).toEqual({ word: '0310' })
  expect(lookupOf('9'.repeat(16))).toEqual({ word: '9'.repeat(16) })
})

test('request ids and API keys are no names', () => {
  expect(lookupOf('20261120210355123456789aB3dE9fZ')).toEqual({ requestId: '20261120210355123456789aB3dE9fZ' })
  expect(lookupOf('sk-0123456789abcdef')).toEqual({ key: 'sk-0123456789abcdef' })
  const bare = 'a1B2'.repeat(12)
  for (const key of [bare, `Bearer sk-${bare}`]) expect(lookupOf(key)).toEqual({ key })
  expect(lookupOf('sk-dev')).toEqual({ word: 'sk-dev' })
})

test('models are found by a part of their name, at most five, the nearest first', () => {
  const models = ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet', 'GPT-5', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano']
  expect(matchingModels(models, { word: 'gpt' })).toEqual(['GPT-5', 'gpt-4o', 'gpt-4.1', 'gpt-4o-mini', 'gpt-4.1-mini'])
  expect(matchingModels(models, { word: 'sonnet' })).toEqual(['claude-sonnet'])
  expect(matchingModels(models, { requestId: 'gpt' })).toEqual([])
})
