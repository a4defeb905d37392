import { expect, test } from 'bun:test'
import { type Recent, type RecentRecord, readRecent, recordAt, withoutRecord, withPage, withRecord } from './recent.ts'

const none: Recent = { pages: [], records: [] }
const channel = (id: number): RecentRecord => ({ kind: 'channel', id, name: `c${id}` })

test('an address opens a record, or none', () => {
  expect(recordAt('/channel/7', {})).toEqual({ kind: 'channel', id: 7 })
  expect(recordAt('/user/edit/2', {})).toEqual({ kind: 'user', id: 2 })
  expect(recordAt('/log', { row: 12 })).toEqual({ kind: 'log', id: 12 })
  for (const path of ['/channel', '/channel/add', '/user/edit', '/redemption/edit/3', '/token/edit/x', '/log'])
    expect(recordAt(path, {})).toBeNull()
  expect(recordAt('/log', { row: 'first' })).toBeNull()
  expect(recordAt('/midjourney', { row: 4 })).toBeNull()
})

test('the latest stands first, once, and only so many are kept', () => {
  let recent = none
  for (let id = 1; id <= 12; id++) recent = withRecord(recent, channel(id))
  expect(recent.records.map(({ id }) => id)).toEqual([12, 11, 10, 9, 8, 7, 6])
  recent = withRecord(recent, { ...channel(9), name: 'renamed' })
  expect(recent.records.slice(0, 3)).toEqual([{ ...channel(9), name: 'renamed' }, channel(12), channel(11)])
  // The same id with another kind is another record.
  expect(withRecord(recent, { kind: 'user', id: 9, name: 'u' }).records).toHaveLength(7)
  expect(withoutRecord(recent, channel(9)).records.map(({ id }) => id)).toEqual([12, 11, 10, 8, 7, 6])
  for (const page of ['log', 'token', 'log', 'user', 'topup', 'task', 'detail']) recent = withPage(recent, page)
  expect(recent.pages).toEqual(['detail', 'task', 'topup', 'user', 'log'])
})

test('what was kept of another user, or makes no sense, is nothing', () => {
  const kept = { user: 1, pages: ['log', 3], records: [channel(1), { kind: 'option', id: 1, name: 'x' }, null] }
  expect(readRecent(kept, 1)).toEqual({ pages: ['log'], records: [channel(1)] })
  expect(readRecent(kept, 2)).toEqual(none)
  expect(readRecent(kept, undefined)).toEqual(none)
  for (const odd of [null, 'text', 7, { user: 1, pages: 'log', records: {} }]) expect(readRecent(odd, 1)).toEqual(none)
})
