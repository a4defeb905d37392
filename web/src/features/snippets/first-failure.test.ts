import { expect, test } from 'bun:test'
import { readFailure } from './first-failure.ts'

const row = (other: unknown, content = 'raw') => ({
  id: 7,
  token_id: 3,
  content,
  other: typeof other === 'string' ? other : JSON.stringify(other),
})

test.each([
  ['insufficient_user_quota', 'balance'],
  ['insufficient_token_quota', 'token'],
  ['no_channel', 'model'],
  ['upstream_auth', 'log'],
] as const)('a call that failed by %s is helped by: %s', (code, wayOut) => {
  const message = { zh: '文字', en: 'text' }
  expect(readFailure(row({ code, message }))).toEqual({ id: 7, tokenId: 3, wayOut, message })
})

test.each(['', 'not JSON', 'null', '{"message":null}', '{"code":5,"message":{"zh":1}}'])(
  'a row with the details %p shows its text',
  (other) => {
    expect(readFailure(row(other))).toEqual({ id: 7, tokenId: 3, wayOut: 'log', message: { zh: 'raw', en: 'raw' } })
  },
)
