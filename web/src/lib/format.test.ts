import { describe, expect, spyOn, test } from 'bun:test'
import {
  formatDuration,
  formatPercent,
  formatQuota,
  formatTime,
  fullNumber,
  relativeTime,
  shortNumber,
  zoneName,
} from './format.ts'

const dollars = { quota_per_unit: 500_000, display_in_currency: true }
const units = { quota_per_unit: 500_000, display_in_currency: false }

describe('formatQuota', () => {
  test('shows dollars with two decimals, six in prices', () => {
    expect(formatQuota(500_000, dollars)).toBe('$1.00')
    expect(formatQuota(100_000, dollars)).toBe('$0.20')
    expect(formatQuota(100_000_000, dollars)).toBe('$200.00')
    expect(formatQuota(1234, dollars, 6)).toBe('$0.002468')
    expect(formatQuota(0, dollars)).toBe('$0.00')
  })

  test('puts the minus before the sign, and none before a rounded zero', () => {
    expect(formatQuota(-750_000, dollars)).toBe('-$1.50')
    expect(formatQuota(-1, dollars)).toBe('>-$0.01')
    expect(formatQuota(1, dollars)).toBe('<$0.01')
    expect(formatQuota(2500, dollars)).toBe('$0.01')
    expect(formatQuota(-1, dollars, 6)).toBe('-$0.000002')
  })

  test('follows the units of a dollar that the site has chosen', () => {
    expect(formatQuota(1000, { quota_per_unit: 1000, display_in_currency: true })).toBe('$1.00')
  })

  test('shows the display currency at its rate', () => {
    const yuan = { ...dollars, display_currency: 'CNY', display_rate: 7.3 } as const
    expect(formatQuota(500_000, yuan)).toBe('¥7.30')
    expect(formatQuota(-1, yuan, 6)).toBe('-¥0.000015')
    expect(formatQuota(500_000, { ...yuan, display_currency: 'EUR', display_rate: 0.92 })).toBe('€0.92')
    expect(formatQuota(1_500_000, { ...yuan, display_in_currency: false })).toBe('1.5M')
  })

  test('shows a dash for no number', () => {
    expect(formatQuota(Number.NaN, dollars)).toBe('—')
  })

  test('shows short units when currency is off', () => {
    expect(formatQuota(9999, units)).toBe('9999')
    expect(formatQuota(1_500_000, units)).toBe('1.5M')
  })
})

test('shortNumber abbreviates from ten thousand, million and billion', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [9999, '9999'],
    [10_000, '10.0k'],
    [123_456, '123.5k'],
    [1e6, '1.0M'],
    [12_340_000, '12.3M'],
    [1e9, '1.0B'],
    [2.5e12, '2500.0B'],
    [-10_000, '-10.0k'],
  ]
  for (const [value, text] of cases) expect(shortNumber(value)).toBe(text)
})

test('shortNumber never shows 1000.0 of a unit', () => {
  expect(shortNumber(999_949)).toBe('999.9k')
  expect(shortNumber(999_950)).toBe('1.0M')
  expect(shortNumber(999_999_999)).toBe('1.0B')
  expect(shortNumber(-999_999)).toBe('-1.0M')
})

test('fullNumber separates thousands', () => {
  expect(fullNumber(1_234_567)).toBe('1,234,567')
})

test('formatTime is local and zero-padded; no time is a dash', () => {
  const at = new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000
  expect(formatTime(at)).toBe('2026-01-02 03:04:05')
  expect(formatTime(0)).toBe('—')
  expect(formatTime(9e15)).toBe('—')
})

test('zoneName states the offset', () => {
  expect(zoneName()).toMatch(/^.+ \(UTC[+-]\d{1,2}(:\d{2})?\)$/)
})

describe('relativeTime', () => {
  const now = 1_800_000_000

  test('speaks both languages, backwards and forwards', () => {
    expect(relativeTime(now - 180, now, 'en')).toBe('3 minutes ago')
    expect(relativeTime(now + 7200, now, 'en')).toBe('in 2 hours')
    expect(relativeTime(now - 180, now, 'zh-CN')).toBe('3分钟前')
    expect(relativeTime(now, now, 'en')).toBe('now')
  })

  test('changes unit at its edges and stops at 24 hours', () => {
    expect(relativeTime(now - 59, now, 'en')).toBe('59 seconds ago')
    expect(relativeTime(now - 60, now, 'en')).toBe('1 minute ago')
    expect(relativeTime(now - 86_399, now, 'en')).toBe('23 hours ago')
    expect(relativeTime(now - 86_400, now, 'en')).toBeNull()
  })
})

test('formatDuration picks the unit that reads best', () => {
  expect(formatDuration(819.6)).toBe('820 ms')
  expect(formatDuration(1440)).toBe('1.4 s')
  expect(formatDuration(59_960)).toBe('1 min')
  expect(formatDuration(125_000)).toBe('2 min 5 s')
})

test('what every row of a list is written with is made once', () => {
  const numbers = spyOn(Intl, 'NumberFormat')
  const times = spyOn(Intl, 'RelativeTimeFormat')
  for (let row = 0; row < 100; row++) {
    expect(fullNumber(1000 + row)).toBe(`1,0${String(row).padStart(2, '0')}`)
    expect(relativeTime(1000 - row, 2000, 'en')).toMatch(/^1[678] minutes ago$/)
  }
  expect(numbers).not.toHaveBeenCalled()
  expect(times.mock.calls.length).toBeLessThanOrEqual(1)
  numbers.mockRestore()
  times.mockRestore()
})

test('shares read as all or nothing only if they are', () => {
  const shares = [0, 0.0004, 0.001, 0.4349, 0.9, 0.9995, 1, 1.5, -0.0004, -0.25, Number.NaN]
  const texts = ['0%', '<0.1%', '0.1%', '43.5%', '90%', '>99.9%', '100%', '150%', '>-0.1%', '-25%', '—']
  expect(shares.map(formatPercent)).toEqual(texts)
})
