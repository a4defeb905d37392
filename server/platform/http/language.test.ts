import { expect, test } from 'bun:test'
import { replyLanguage } from './language.ts'

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['zh-CN,en;q=0.9', 'zh'],
  ['zh;q=0.5, en;q=0.8', 'en'],
  ['fr,de', 'zh'],
  ['fr, en;q=0.3', 'en'],
  ['en;q=0', 'zh'],
  ['english', 'zh'],
] as const)('%p prefers %p', (header, language) => {
  expect(replyLanguage(header, undefined, 'zh')).toBe(language)
})

test.each([undefined, '*', 'fr', 'en;q=0'])('%p names none: the site decides', (header) => {
  expect(replyLanguage(header, '', 'en')).toBe('en')
  expect(replyLanguage(header, undefined, 'zh')).toBe('zh')
})

test("where the request names none, the language of the account goes before the site's", () => {
  expect(replyLanguage('*', 'en', 'zh')).toBe('en')
  expect(replyLanguage('zh', 'en', 'en')).toBe('zh')
})
