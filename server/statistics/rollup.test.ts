import { expect, test } from 'bun:test'
import { type CountedCall, rollupRows } from './rollup.ts'

const call = (columns: Partial<CountedCall>): CountedCall => ({
  created_at: 7200,
  user_id: 1,
  username: 'alice',
  model_name: 'gpt-4o',
  token_id: 3,
  channel_id: 7,
  tokens: 10,
  quota: 100,
  unlisted: false,
  ...columns,
})

test('calls of an hour are one row, and what has no log row is counted beside', () => {
  const calls = [call({}), call({ created_at: 10_799, tokens: 5, quota: 50, unlisted: true }), call({ quota: 1 })]
  expect(rollupRows(calls)).toEqual([[7200, 1, 'gpt-4o', 3, 7, 'alice', 25, 3, 151, 5, 1, 50]])
})

test('another hour, user, model, token or channel is another row; their order does not depend on that of the calls', () => {
  const others = [{ created_at: 10_800 }, { user_id: 2 }, { model_name: 'o3' }, { token_id: 4 }, { channel_id: 8 }]
  const calls = [call({}), ...others.map(call)]
  const rows = rollupRows(calls)
  expect(rows).toHaveLength(6)
  expect(rollupRows(calls.reverse())).toEqual(rows)
})
