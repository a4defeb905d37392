import { expect, test } from 'bun:test'
import { baseUrlProblem, isSendable, keysIn } from './channel-rules.ts'

test('an address is a web address, without what would swallow the path behind it', () => {
  for (const good of ['', 'https://a.example', 'http://127.0.0.1:7202/openai', 'HTTPS://A.example']) {
    expect(baseUrlProblem('optional', good)).toBeUndefined()
  }
  expect(baseUrlProblem('required', '')).toBe('channel_base_url_required')
  for (const bad of ['a.example', 'ftp://a.example', 'https://']) {
    expect(baseUrlProblem('optional', bad)).toBe('channel_base_url_invalid')
  }
  for (const bad of ['https://a.example?', 'https://a.example/x?y=1', 'https://a.example#z']) {
    expect(baseUrlProblem('required', bad)).toBe('channel_base_url_query')
  }
})

test('a full URL may have a query', () => {
  expect(baseUrlProblem('full-url', 'https://a.example/{model}?api-version=1')).toBeUndefined()
  expect(baseUrlProblem('full-url', 'https://a.example/{model}#z')).toBe('channel_base_url_fragment')
  expect(baseUrlProblem('full-url', '')).toBe('channel_base_url_required')
})

test('a credential is of visible ASCII and blanks', () => {
  for (const good of ['', 'sk-AZaz09', 'id|secret with ~!{}"']) expect(isSendable(good)).toBe(true)
  for (const bad of ['密钥', 'é', 'a\u00a0b', 'a\nb', 'a\rb', 'a\tb', 'a\u007f']) expect(isSendable(bad)).toBe(false)
})

test('keys are one per line, each once', () => {
  expect(keysIn(' a\r\n\nb\na ')).toEqual(['a', 'b'])
})
