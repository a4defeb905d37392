import { expect, test } from 'bun:test'
import { waitWords } from './wait-words.ts'

test.each([
  [1, '1 second', '1 秒'],
  [59, '59 seconds', '59 秒'],
  [119, '119 seconds', '119 秒'],
  [121, '3 minutes', '3 分钟'],
  [7199, '120 minutes', '120 分钟'],
  [7200, '2 hours', '2 小时'],
  [86_400, '24 hours', '24 小时'],
  [265_595, '4 days', '4 天'],
  [2_592_000, '30 days', '30 天'],
])('%d seconds are told as %s', (seconds, en, zh) => {
  expect(waitWords(seconds)).toEqual({ en, zh })
})
