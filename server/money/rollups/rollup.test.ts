import { expect, test } from 'bun:test'
import { type CountedCall, failedRows, rollupRows } from './rollup.ts'

const call = (columns: Partial<CountedCall>): CountedCall => ({
  created_at: 7200,
  user_id: 1,
  username: 'alice',
  model_name: 'gpt-4o',
  token_id: 3,
  channel_id: 7,
  prompt_tokens: 7,
  completion_tokens: 3,
  quota: 100,
  unlisted: false,
  ...columns,
})

test('calls of an hour are one row, and what has no log row is counted beside', () => {
  const calls = [
    call({}),
    call({ created_at: 10_799, completion_tokens: 0, quota: 50, unlisted: true }),
    call({ quota: 1, cached_tokens: 5 }),
  ]
  const row = [7200, 1, 'gpt-4o', 3, 7, 'alice', 27, 21, 6, 5, 3, 151, 0, 0, 7, 1, 50, 0, 0]
  expect(rollupRows(calls)).toEqual([row])
})

test('known costs are summed with the charge of their calls; a withheld answer only costs', () => {
  const calls = [call({ cost: 70_000 }), call({ cost: null }), call({ quota: 0, cost: 5000, unlisted: true })]
  const key = { created_at: 7300, user_id: 1, username: 'alice', model_name: 'gpt-4o', token_id: 3, channel_id: 7 }
  const row = [7200, 1, 'gpt-4o', 3, 7, 'alice', 30, 21, 9, 0, 3, 200, 76_000, 100, 10, 1, 0, 6000, 0]
  expect(rollupRows(calls, [{ ...key, cost: 1000 }])).toEqual([row])
  const alone = [7200, 1, 'gpt-4o', 3, 7, 'alice', 0, 0, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1000, 0]
  expect(rollupRows([], [{ ...key, cost: 1000 }])).toEqual([alone])
})

test('another hour, user, model, token or channel is another row; their order does not depend on that of the calls', () => {
  const others = [{ created_at: 10_800 }, { user_id: 2 }, { model_name: 'o3' }, { token_id: 4 }, { channel_id: 8 }]
  const calls = [call({}), ...others.map(call)]
  const rows = rollupRows(calls)
  expect(rows).toHaveLength(6)
  expect(rollupRows(calls.reverse())).toEqual(rows)
})

test('failed calls of an hour are one row; another hour or model is another one', () => {
  const failed = (columns: object) => ({
    ...{
      created_at: 7200,
      user_id: 1,
      username: 'alice',
      model_name: 'o3',
      token_id: 3,
      channel_id: 0,
      failed_count: 1,
    },
    ...columns,
  })
  const counts = [
    failed({ created_at: 10_801 }),
    failed({ model_name: '' }),
    failed({}),
    failed({ created_at: 10_799 }),
  ]
  expect(failedRows(counts)).toEqual([
    [7200, 1, '', 3, 0, 'alice', 1],
    [7200, 1, 'o3', 3, 0, 'alice', 2],
    [10_800, 1, 'o3', 3, 0, 'alice', 1],
  ])
})
