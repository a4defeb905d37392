import { expect, test } from 'bun:test'
import { enabledMethods, heightOf } from './login-methods.ts'

test('only what the operator has switched on is a way in', () => {
  expect(enabledMethods({})).toEqual([])
  expect(enabledMethods({ github_oauth: false, wechat_login: true, telegram_oauth: true })).toEqual([
    'wechat',
    'telegram',
  ])
})

test('two buttons share a row, and Telegram has one of its own', () => {
  const one = heightOf(['github'])
  expect(heightOf(['github', 'oidc'])).toBe(one)
  expect(heightOf(['github', 'telegram'])).toBe(heightOf(['github', 'linuxdo', 'oidc']))
  expect(heightOf(['telegram'])).toBe(one)
})
