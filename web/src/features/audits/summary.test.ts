import { expect, test } from 'bun:test'
import type { AuditRow } from './audit-list.ts'
import { changesBetween } from './difference.ts'
import { summaryOf } from './summary.ts'
import type { Wording } from './use-wording.ts'

const words: Wording = {
  action: (action) => action,
  kind: (kind) => kind,
  target: (_kind, id) => id,
  field: (path) => path.join('.'),
  value: (_kind, _path, value) => (value === '' || value === undefined ? null : String(value)),
}
const row = (before: string, after: string) =>
  ({ before, after, target_kind: 'user', changes: changesBetween(before, after) }) as AuditRow
const summary = (before: unknown, after: unknown) =>
  summaryOf(row(before ? JSON.stringify(before) : '', after ? JSON.stringify(after) : ''), words)

test('what came or went is told by its name', () => {
  expect(summary(null, { username: 'alice', display_name: 'Alice' })).toBe('alice')
  expect(summary({ name: 'main', weight: 3 }, null)).toBe('main')
  expect(summary({ role: 1, status: 2 }, null)).toBe('role 1 · status 2')
})

test('a change is told by field, and long values are cut', () => {
  expect(summary({ group: 'default', quota: 5 }, { group: 'vip', quota: 8, reason: 'gift' })).toBe(
    'group default → vip · quota 5 → 8 · reason gift',
  )
  expect(summary({ models: 'a,b' }, { models: 'b,c' })).toBe('models -a +c')
  expect(summary('one', 'two')).toBe('one → two')
  expect(summary({ text: 'x' }, { text: 'y'.repeat(100) }).length).toBeLessThan(80)
})
