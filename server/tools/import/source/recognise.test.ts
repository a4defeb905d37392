import { expect, test } from 'bun:test'
import { recognise } from './recognise.ts'

const schema = (tables: Record<string, string>) =>
  new Map(
    Object.entries(tables).map(([name, columns]) => [name, new Map(columns.split(' ').map((column) => [column, '']))]),
  )

test('other databases are refused with what was found', () => {
  expect(() => recognise(schema({ posts: 'id', comments: 'id' }))).toThrow(
    'Tables found: comments, posts; missing: users',
  )
  expect(() => recognise(schema({}))).toThrow('Tables found: none')
  expect(() => recognise(schema({ ledger_openings: 'user_id' }))).toThrow('database of Switchyard itself')
  const tables = {
    users: 'id aff_code',
    tokens: 'id unlimited_quota allow_ips',
    channels: 'id',
    options: 'key',
    redemptions: 'id',
  }
  expect(() => recognise(schema(tables))).toThrow('this program is not known: Tables found: channels, options')
})

const FAMILY = {
  users: 'id aff_code',
  tokens: 'id unlimited_quota allow_ips model_limits_enabled',
  channels: 'id used_quota',
  options: 'key',
  redemptions: 'id',
}

test.each([
  ['new-api', {}],
  ['Veloera', { redemptions: 'id is_gift max_uses used_count' }],
  ['a relative of new-api', { users: 'id aff_code credit_limit' }],
  ['done-hub', { tokens: 'id unlimited_quota setting', user_groups: 'id', users: 'id aff_code linuxdo_id' }],
])('%s is named by its columns', (program, tables) => {
  expect(recognise(schema({ ...FAMILY, ...tables })).program).toBe(program)
})
