import { expect, test } from 'bun:test'
import { preferredLanguage } from './language.ts'

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
  expect(preferredLanguage(header, 'zh')).toBe(language)
})

test.each([undefined, '*', 'fr', 'en;q=0'])('%p names none: the site decides', (header) => {
  expect(preferredLanguage(header, 'en')).toBe('en')
  expect(preferredLanguage(header, 'zh')).toBe('zh')
})
