import { expect, test } from 'bun:test'
import { isStatusMapping, isTextMapping } from './mappings.ts'

test('a model mapping is an object of texts, or nothing', () => {
  for (const text of ['', ' ', '{}', '{"gpt-4":"gpt-4o"}']) expect(isTextMapping(text)).toBe(true)
  for (const text of ['{', '[]', '"a"', 'null', '{"gpt-4":1}']) expect(isTextMapping(text)).toBe(false)
})

test('a status mapping is from status to status', () => {
  for (const text of ['', '{"400":"500"}', '{"429":503}']) expect(isStatusMapping(text)).toBe(true)
  for (const text of ['{"400":"600"}', '{"bad":"500"}', '{"400":"5e2"}', '{"400":null}']) {
    expect(isStatusMapping(text)).toBe(false)
  }
})
