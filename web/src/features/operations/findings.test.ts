import { expect, test } from 'bun:test'
import { isQuota, pageOfSubject } from './findings.ts'

test.each([
  ['user 5', { kind: 'user', id: 5 }],
  ['channel 7', { kind: 'channel', id: 7 }],
  ['log 12', { kind: 'log', id: 12 }],
  ['token 3', undefined],
  ['hour 2026-01-01T00 user 1 model x token 2 channel 3', undefined],
] as const)('%s has the page %p', (subject, page) => {
  expect(pageOfSubject(subject)).toEqual(page)
})

test.each([
  ['quota', true],
  ['used_quota', true],
  ['unspent', true],
  ['count', false],
  ['request_count', false],
  ['token_used', false],
] as const)('%s is quota: %p', (field, expected) => {
  expect(isQuota({ field })).toBe(expected)
})
