import { expect, test } from 'bun:test'
import { presentOwnLog } from './present.ts'

const row = {
  id: 1,
  user_id: 2,
  created_at: 3,
  type: 2,
  content: '',
  username: 'u',
  token_name: 't',
  model_name: 'm',
  quota: 4,
  prompt_tokens: 5,
  completion_tokens: 6,
  use_time: 7,
  is_stream: 1,
  channel_id: 8,
  token_id: 9,
  request_id: 'r',
  cost: 12_345,
}

test('a user learns nothing about channels and costs from an own row', () => {
  const other = JSON.stringify({
    frt: 1,
    upstream_model: 'secret',
    upstream_id: 'req_1',
    admin_info: { use_channel: ['8'] },
  })
  const shown = presentOwnLog({ ...row, other })
  expect(shown.channel).toBe(0)
  expect(JSON.parse(shown.other)).toEqual({ frt: 1 })
  expect(shown).not.toHaveProperty('cost')
})

test.each(['', '{broken', 'null'])('a row whose details are %p does not spoil the list', (other) => {
  expect(presentOwnLog({ ...row, other }).other).toBe('')
})
