import { beforeAll, expect, test } from 'bun:test'
import i18next from 'i18next'
import en from '../locales/en/common.json'
import zh from '../locales/zh/common.json'
import { httpMessage, waitSeconds } from './http-message.ts'

beforeAll(async () => {
  const resources = { zh: { common: zh }, en: { common: en } }
  await i18next.init({ lng: 'zh', resources, defaultNS: 'common', interpolation: { escapeValue: false } })
})

const told = (status: number, init: { statusText?: string; retryAfter?: string; message?: string } = {}) =>
  httpMessage(
    {
      status,
      statusText: init.statusText ?? '',
      headers: new Headers(init.retryAfter ? { 'Retry-After': init.retryAfter } : {}),
    },
    init.message,
  )

test('a server that is away is told of with advice, in the reader’s language', () => {
  for (const status of [502, 503, 504]) {
    const text = told(status, { statusText: 'Service Unavailable' })
    expect(text).toContain(String(status))
    expect(text).toContain('请稍后重试')
    expect(text).not.toContain('Unavailable')
  }
  expect(told(413, { statusText: 'Payload Too Large' })).toBe(zh.error.tooLarge)
})

test('the server’s own words come first where it has any', () => {
  expect(told(503, { message: '数据库无法连接' })).toBe('错误：数据库无法连接')
  expect(told(418, { statusText: 'I am a teapot' })).toBe('错误：I am a teapot')
  expect(told(599)).toBe('错误：599')
})

test('the wait is named when the server names one', () => {
  expect(told(429)).toBe(zh.error.tooMany)
  expect(told(429, { retryAfter: '20' })).toContain('20 秒')
  expect(told(429, { retryAfter: '181' })).toContain('4 分钟')
})

test('a wait is read from seconds and from a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(waitSeconds('120', now)).toBe(120)
  expect(waitSeconds('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30)
  for (const header of [null, '', '0', 'soon', 'Wed, 31 Dec 2025 00:00:00 GMT'])
    expect(waitSeconds(header, now)).toBeNull()
})
