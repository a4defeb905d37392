import { expect, test } from 'bun:test'
import { recognise } from './recognise.ts'

const schema = (tables: Record<string, string>) =>
  new Map(Object.entries(tables).map(([name, columns]) => [name, new Set(columns.split(' '))]))

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
