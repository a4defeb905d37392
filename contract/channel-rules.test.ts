import { expect, test } from 'bun:test'
import { baseUrlProblem, isSendable, keysIn, otherProblem } from './channel-rules.ts'

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

test('a JSON object is one key, in one line of ASCII', () => {
  const account = { type: 'service_account', private_key: 'a\nb', owner: '名' }
  const [key = '', ...others] = keysIn(JSON.stringify(account, null, 2))
  expect(others).toEqual([])
  expect(isSendable(key)).toBe(true)
  expect(JSON.parse(key)).toEqual(account)
  expect(keysIn('{"a":1}\n{"a":2}\n{"a":1}')).toEqual(['{"a":1}', '{"a":2}'])
  expect(keysIn('{broken\nkey')).toEqual(['{broken', 'key'])
  expect(keysIn(' [{"a": 1},\n {"a": 2}, {"a":1}]')).toEqual(['{"a":1}', '{"a":2}'])
})

test('the further field of a type fits its pattern, and may be empty where nothing is said of that', () => {
  const rule = { label: { zh: '', en: '' }, placeholder: { zh: '', en: '' }, pattern: '^v\\d$' }
  const malformed = 'channel_gemini_version_invalid' as const
  expect(otherProblem(undefined, 'anything')).toBeUndefined()
  expect(otherProblem({ ...rule, malformed }, ' ')).toBeUndefined()
  expect(otherProblem({ ...rule, malformed }, ' v1 ')).toBeUndefined()
  expect(otherProblem({ ...rule, malformed }, 'v1/../x')).toBe(malformed)
  expect(otherProblem({ ...rule, malformed, missing: 'channel_region_invalid' }, '')).toBe('channel_region_invalid')
})
