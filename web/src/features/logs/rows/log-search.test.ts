import { expect, test } from 'bun:test'
import { parseLogSearch } from './log-search.ts'

test('reads every filter, the place in the list and the open row', () => {
  const search = {
    type: 2,
    token_name: 'build-bot',
    token_id: 12,
    model_name: 'gpt-4%',
    username: 'bob',
    channel: 7,
    request_id: '20261120215352544221279icNl82vk',
    status: 'failed',
    not_type: '1',
    not_token_name: 'a\nb',
    not_model_name: 'o3',
    not_username: 'eve',
    not_channel: '7\n8',
    range: '7d',
    from: 1000,
    to: 2000,
    p: 3,
    size: 50,
    sort: '-quota',
    row: 42,
  } as const
  const raw = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]))
  expect(parseLogSearch(raw)).toEqual(search)
})

test('a token named by digits stays a text', () => {
  expect(parseLogSearch({ token_name: 123 })).toEqual({ token_name: '123' })
})

test('wrong values fall back without a word', () => {
  expect(
    parseLogSearch({ type: 9, channel: 'x', range: '2y', from: -1, to: 'soon', p: 0, size: 7, sort: 'id', row: 'me' }),
  ).toEqual({})
})

test('stepping onto a page opens it at one of its ends', () => {
  expect(parseLogSearch({ row: 'first' })).toEqual({ row: 'first' })
  expect(parseLogSearch({ row: 'last' })).toEqual({ row: 'last' })
})
