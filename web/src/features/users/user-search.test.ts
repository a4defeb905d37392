import { expect, test } from 'bun:test'
import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { isAnyKey, userList } from './user-search.ts'

const KEY = 'vnou7eH3nFykSouYBGsl8zBw5JNv10WqhDZxnxY3aLtRA3Un'

test('keys of tokens are told from names, addresses and ids of requests', () => {
  for (const text of [`sk-${KEY}`, `sk-${KEY}-12`, `Bearer sk-${KEY}`, KEY]) expect(isTokenKey(text)).toBe(true)
  for (const text of ['42', 'sk-1', 'bob', 'a.long.name.of.somebody@mail.department.example.com', 'Alice Example']) {
    expect(isTokenKey(text)).toBe(false)
  }
  expect(isTokenKey('20261123032006580848674vvHCmelq')).toBe(false)
  expect(userList.filters.keyword.secret?.(KEY)).toBe(true)
})

test('keys of channels stay out of the address as well, and e-mail addresses do not', () => {
  for (const text of [
    `AIza${'q7'.repeat(16)}`,
    'a1b2'.repeat(8),
    `{"client_email": "some-service@project.iam.example"}`,
  ])
    expect(userList.filters.keyword.secret?.(text)).toBe(true)
  for (const text of ['a.long.name.of.somebody@mail.department.example.com', 'inviter:12', 'Alice Example'])
    expect(isAnyKey(text)).toBe(false)
})
