import { expect, test } from 'bun:test'
import { userFields } from '#contract/login/login-providers.ts'
import type { OptionKey } from '#contract/options.ts'
import { lockedOut } from './lockout.ts'

const user = (username: string, fields = {}) => ({
  id: 1,
  username,
  role: 1,
  status: 1,
  DeletedAt: null as string | null,
  ...userFields(() => ''),
  ...fields,
})
const users = [
  user('root', { role: 100 }),
  user('octocat', { github_id: '1' }),
  user('banned', { status: 2 }),
  user('gone', { DeletedAt: '2026-01-01' }),
]
const names = (...on: OptionKey[]) => lockedOut(users, (key) => on.includes(key)).map(({ username }) => username)

test('while passwords are accepted nobody is locked out', () => {
  expect(names('PasswordLoginEnabled')).toEqual([])
})

test('without passwords, whoever has no account at an open provider is locked out', () => {
  expect(names('GitHubOAuthEnabled')).toEqual(['root'])
  expect(names('OIDCEnabled')).toEqual(['root', 'octocat'])
  expect(names()).toEqual(['root', 'octocat'])
})
