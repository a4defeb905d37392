import { expect, test } from 'bun:test'
import { isRequestId } from './request-id.ts'

test('a request id is told from words and plain numbers', () => {
  expect(isRequestId('20261120210355123456789aB3dE9fZ')).toBe(true)
  expect(isRequestId('20261120210355aB3dE9fZ')).toBe(true)
  expect(isRequestId('20261120')).toBe(false)
  expect(isRequestId('tokens')).toBe(false)
})
