import { expect, test } from 'bun:test'
import type { User } from '#contract/api/users.ts'
import { userFields } from '#contract/login/login-providers.ts'
import { bindingsOf } from './bindings.ts'

const nobody = { email: '', ...userFields(() => '') } as User

test('what is switched off is named as such, and an OpenID provider only where there is one', () => {
  expect(bindingsOf(nobody, { github_oauth: true })).toEqual([
    { name: 'email', account: '', enabled: true },
    { name: 'wechat', account: '', enabled: false },
    { name: 'github', account: '', enabled: true },
    { name: 'telegram', account: '', enabled: false },
    { name: 'linuxdo', account: '', enabled: false },
  ])
  expect(bindingsOf(nobody, { oidc_oauth: true }).at(-1)).toEqual({ name: 'oidc', account: '', enabled: true })
  expect(bindingsOf({ ...nobody, oidc_id: 'sub' }, {}).at(-1)).toEqual({ name: 'oidc', account: 'sub', enabled: false })
})
