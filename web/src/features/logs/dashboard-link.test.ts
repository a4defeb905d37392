import { expect, test } from 'bun:test'
import { dashboardOf } from './dashboard-link.ts'

const NOW = 1_790_000_000

test('the dashboard shows the time and the user of the log', () => {
  expect(dashboardOf({ range: '24h', username: 'bob' }, 'quota', NOW)).toEqual({ username: 'bob' })
  expect(dashboardOf({ range: '7d', model_name: 'o3' }, 'count', NOW)).toEqual({ period: '7d', metric: 'count' })
  expect(dashboardOf({ range: '1h' }, 'tokens', NOW)).toEqual({ metric: 'tokens', from: NOW - 3600, to: NOW })
  expect(dashboardOf({ from: 100, to: 200 }, 'quota', NOW)).toEqual({ from: 100, to: 200 })
  expect(dashboardOf({ range: 'all' }, 'quota', NOW)).toEqual({ period: '30d' })
})
