import { expect, test } from 'bun:test'
import { except, leftOut, only, onlyToken, takenIn } from './value-filters.ts'

test('only a value ends what was left out of its field, and nothing else', () => {
  expect(only('model_name', 'o3')).toEqual({ model_name: 'o3', not_model_name: undefined })
  expect(only('channel', 7)).toEqual({ channel: 7, not_channel: undefined })
})

test('a token is chosen by its number, and its number gives way to a name', () => {
  const byNumber = { token_id: 12, token_name: undefined, not_token_name: undefined }
  expect(onlyToken({ token_id: 12, token_name: 'web' })).toEqual(byNumber)
  const byName = { token_id: undefined, token_name: 'web', not_token_name: undefined }
  expect(onlyToken({ token_id: 0, token_name: 'web' })).toEqual(byName)
  expect(only('token_name', 'web')).toEqual(byName)
  expect(except({ token_id: 12 }, 'token_name', 'web')).toMatchObject({ token_id: undefined, not_token_name: 'web' })
})

test('values are left out one after the other, each once', () => {
  const one = except({ model_name: 'o3' }, 'model_name', 'o3')
  expect(one).toEqual({ model_name: undefined, not_model_name: 'o3' })
  expect(except({ not_model_name: 'o3' }, 'model_name', 'a, b')).toMatchObject({ not_model_name: 'o3\na, b' })
  expect(except({ not_channel: '7' }, 'channel', 7)).toMatchObject({ not_channel: '7' })
})

test('what was left out is known, and taken in again', () => {
  const filters = { not_model_name: 'o3\na, b', not_type: '1' }
  expect(leftOut(filters)).toEqual([
    { field: 'type', value: '1' },
    { field: 'model_name', value: 'o3' },
    { field: 'model_name', value: 'a, b' },
  ])
  expect(takenIn(filters, 'model_name', 'o3')).toEqual({ not_model_name: 'a, b' })
  expect(takenIn(filters, 'type', 1)).toEqual({ not_type: undefined })
})
