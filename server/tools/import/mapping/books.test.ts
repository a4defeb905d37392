import { expect, test } from 'bun:test'
import { spreadRest } from './books.ts'

const sumBy = (rows: ReturnType<typeof spreadRest>, key: 'user' | 'token' | 'channel') => {
  const sums: Record<number, number> = {}
  for (const row of rows) sums[row[key]] = (sums[row[key]] ?? 0) + row.quota
  return sums
}

test('usage without rows sums up by user, by token and by channel', () => {
  const users = [
    {
      id: 1,
      quota: 100,
      calls: 7,
      tokens: [
        { id: 10, quota: 30 },
        { id: 11, quota: 20 },
      ],
    },
    { id: 2, quota: 40, calls: 1, tokens: [] },
  ]
  const rows = spreadRest(users, [
    { id: 5, quota: 60 },
    { id: 6, quota: 70 },
  ])
  expect(sumBy(rows, 'user')).toEqual({ 1: 100, 2: 40 })
  expect(sumBy(rows, 'token')).toEqual({ 0: 90, 10: 30, 11: 20 })
  expect(sumBy(rows, 'channel')).toEqual({ 0: 10, 5: 60, 6: 70 })
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(8)
})

test('tokens that counted more than their user count, and calls alone are a row', () => {
  const users = [
    { id: 1, quota: 10, calls: 2, tokens: [{ id: 10, quota: 30 }] },
    { id: 2, quota: 0, calls: 3, tokens: [] },
  ]
  expect(spreadRest(users, [])).toEqual([
    { user: 1, token: 10, channel: 0, quota: 30, calls: 2 },
    { user: 2, token: 0, channel: 0, quota: 0, calls: 3 },
  ])
})
