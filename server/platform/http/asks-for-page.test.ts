import { expect, test } from 'bun:test'
import { asksForPage } from './asks-for-page.ts'

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  asksForPage(new Request(`http://localhost${path}`, { method, headers }), path.replace(/\?.*/, ''))

test.each<[string, string, Record<string, string>]>([
  ['a browser', '/models', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
  ['a browser, below', '/models/openai/gpt-5', { accept: 'text/html' }],
  ['a service that shows a link', '/models/gpt-5', { accept: '*/*' }],
])('%s gets the page %s', (_, path, headers) => {
  expect(ask(path, headers)).toBe(true)
})

test.each<[string, string, Record<string, string>]>([
  ['a key', '/models', { authorization: 'Bearer sk-1', accept: '*/*' }],
  ['a key of Anthropic', '/models', { 'x-api-key': 'sk-1' }],
  ['a key of Google', '/models?key=sk-1', {}],
  ['a wish for JSON', '/models', { accept: 'application/json' }],
  ['another path', '/modelsx', { accept: 'text/html' }],
])('a client with %s gets the API at %s', (_, path, headers) => {
  expect(ask(path, headers)).toBe(false)
})

test('what is posted is never a page', () => {
  expect(ask('/models/m:generateContent', { accept: 'text/html' }, 'POST')).toBe(false)
})
