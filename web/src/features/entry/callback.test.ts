import { expect, test } from 'bun:test'
import { isCallbackMethod, landingOf, returnedFields } from './callback.ts'

test('codes are passed on letter by letter, and nothing else', () => {
  const query = new URLSearchParams('code=01234567890123456789&state=1e5&scope=user&utm=x')
  expect(returnedFields('github', query)).toEqual({ code: '01234567890123456789', state: '1e5' })
  const refusal = new URLSearchParams('error=access_denied&error_description=No&state=s')
  expect(returnedFields('oidc', refusal)).toEqual({ error: 'access_denied', error_description: 'No', state: 's' })
})

test('of Telegram, absent fields stay absent: they are not part of the signature', () => {
  const query = new URLSearchParams('id=7&first_name=&auth_date=1700000000&hash=ab&code=x')
  expect(returnedFields('telegram', query)).toEqual({ id: '7', first_name: '', auth_date: '1700000000', hash: 'ab' })
})

test('other names are no way in', () => {
  expect(['github', 'linuxdo', 'oidc', 'google', 'discord', 'telegram'].every(isCallbackMethod)).toBe(true)
  expect(['wechat', 'email', 'toString', ''].some(isCallbackMethod)).toBe(false)
  expect(landingOf('github')).toBe('/token')
  expect(landingOf('telegram')).toBe('/')
})
