import { describe, expect, test } from 'bun:test'
import { readAnsweredFailure } from './read-failure.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const SECOND = 1000
const HOUR = 3600 * SECOND
const said = (headers: Record<string, string>, body: unknown = { error: { message: 'no' } }) =>
  readAnsweredFailure({ status: 429, header: (name) => headers[name] }, JSON.stringify(body), NOW).waitMs
const inWords = (message: string) => said({}, { error: { message } })

describe('headers', () => {
  test.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Fri, 27 Nov 2026 12:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Fri, 27 Nov 2026 11:59:00 GMT' }, undefined],
    [{ 'retry-after': '1m30s' }, 90_000],
    [{ 'retry-after': '0' }, undefined],
    [{ 'retry-after': '-3' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
    [{ 'retry-after-ms': '1500' }, 1500],
    [{ 'retry-after': '1', 'retry-after-ms': '120' }, 1000],
    [{ 'x-ratelimit-reset-requests': '1m30s', 'x-ratelimit-remaining-requests': '0' }, 90_000],
    [{ 'x-ratelimit-reset-tokens': '6m0s', 'x-ratelimit-remaining-tokens': '40' }, undefined],
    [{ 'anthropic-ratelimit-tokens-reset': '2026-11-27T12:00:30Z' }, 30_000],
    [{ 'x-ratelimit-reset': String(NOW / SECOND + 20) }, 20_000],
    [{ 'x-ratelimit-reset': String(NOW + 20_000) }, 20_000],
    [{ 'x-ratelimit-reset': '20' }, 20_000],
    [{ 'x-ratelimit-reset-after': '9' }, 9000],
    [{ 'x-ms-retry-after-ms': '700' }, 700],
    [{ 'retry-after': '2', 'x-ratelimit-reset': '3600' }, 2000],
  ])('%j ask to wait %j ms', (headers, ms) => {
    expect(said(headers as Record<string, string>)).toBe(ms)
  })
})

describe('bodies', () => {
  test.each([
    [{ error: { message: 'no', details: [{ '@type': 'x/google.rpc.RetryInfo', retryDelay: '45s' }] } }, 45_000],
    [{ error: { message: 'Please retry in 45.5s.', details: [{ retryDelay: '45s' }] } }, 45_500],
    [{ error: { message: 'no', metadata: { headers: { 'X-RateLimit-Reset': String(NOW + 5000) } } } }, 5000],
    [{ error: { message: 'no', resets_in_seconds: 12 } }, 12_000],
    [{ error: { message: 'no', retry_after_ms: 900 } }, 900],
    [{ error: { message: 'no', reset_at: '2026-11-27T13:00:00Z' } }, HOUR],
    [{ error: { message: '{"error":{"message":"Please try again in 3s"}}' } }, 3000],
  ])('%j', (body, ms) => {
    expect(said({}, body)).toBe(ms)
  })
})

describe('words', () => {
  test.each([
    ['Please try again in 120ms. Visit the limits.', 120],
    ['Limit 1, Used 1. Please try again in 7m12.5s.', 432_500],
    ['Please retry after 11 seconds.', 11_000],
    ['try again in 1 hour and 5 minutes', HOUR + 300_000],
    ['Try again in 1h2m3s', HOUR + 123_000],
    ['Please wait 2 minutes before trying again', 120_000],
    ['You will regain access on 2026-12-01 at 00:00 UTC.', 84 * HOUR],
    ['The limit resets at 2026-11-27T14:00:00+01:00', HOUR],
    ['请在 30 秒后重试', 30_000],
    ['您的限额将在 2026-11-27 21:00:00 重置', HOUR],
    ['Please try again later', undefined],
    ['Retry: 400 tokens were too many', undefined],
    ['You exceeded your quota of 15 requests', undefined],
  ])('%s', (message, ms) => {
    expect(inWords(message)).toBe(ms)
  })
})

test.each([
  ['Your access resets on December 1, 2026', 84 * HOUR],
  ['It resets Dec. 1, 2026 at 00:00 UTC', 84 * HOUR],
  ['Credits reset on 1 December 2026', 84 * HOUR],
  ['将于2026年12月1日恢复', 76 * HOUR],
  ['请 30 秒后再试', 30_000],
  ['The quota refreshes in 3 days', 72 * HOUR],
  ["You've hit your limit · resets 3pm (UTC)", 3 * HOUR],
  ['Try again at 11:30 AM UTC', 23.5 * HOUR],
  ['Retry-After: 30', 30_000],
  ['The limit resets at 1795780860', 60_000],
  ['Retry after 5 attempts', undefined],
  ['It resets 2 limits', undefined],
])('%j says when', (text, ms) => {
  expect(inWords(text)).toBe(ms)
})
