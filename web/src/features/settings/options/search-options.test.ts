import { expect, test } from 'bun:test'
import en from '#web/locales/en/options.json'
import zh from '#web/locales/zh/options.json'
import { searchOptions, searchPages } from './search-options.ts'

const find = (typed: string) => searchOptions(typed, [zh, en])

test('an option is found by its key and its label in both languages', () => {
  expect(find('retrytimes')).toEqual(['RetryTimes'])
  expect(find('失败重试')).toEqual(['RetryTimes'])
  expect(find('Retries ON')).toEqual(['RetryTimes'])
})

test('a section brings all its options, and several words must all be there', () => {
  expect(find('smtp')).toContain('SMTPFrom')
  expect(find('smtp port')[0]).toBe('SMTPPort')
})

test('what only mentions the word comes last; nothing typed finds nothing', () => {
  const found = find('wallet')
  expect(found).toContain('TopUpLink')
  expect(find(' ')).toEqual([])
  expect(find('no such option')).toEqual([])
})

test('a section that is a page is found by its texts and by its options', () => {
  const pages = (typed: string) => searchPages(typed, [zh, en])
  expect(pages('告警')).toEqual(['operation.alerts'])
  expect(pages('PriceSyncSources')).toEqual(['operation.priceSync'])
  expect(pages('RetryTimes')).toEqual([])
  expect(pages(' ')).toEqual([])
})
