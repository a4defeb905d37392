import { expect, test } from 'bun:test'
import { isKeyLike } from './channel-search.ts'

test('pasted keys are told from names, models and ids', () => {
  for (const key of ['sk-proj-12345678', 'AIzaSyA1234567890', 'gsk_abcdefghij', 'f'.repeat(24), 'my sk-12345678']) {
    expect(isKeyLike(key)).toBe(true)
  }
  for (const word of ['42', 'main', 'sk-1', 'openai-eu-west', 'my long channel name of Frankfurt', '主要渠道']) {
    expect(isKeyLike(word)).toBe(false)
  }
})

test('what is typed into fields is no key, however long', () => {
  expect(isKeyLike('model:claude-3-5-sonnet-20241022 type:anthropic')).toBe(false)
  expect(isKeyLike('status:auto sk-12345678')).toBe(true)
})
