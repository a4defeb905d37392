import { expect, test } from 'bun:test'
import { isOwnPath, withoutExpired } from './own-path.ts'

test.each(['/token', '/log?type=2', '/'])('%s is a path of this site', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

test.each(['//example.com', '/\\example.com', 'https://example.com', 'token', '/login?return=/token', '', null, 7])(
  '%p is none to go to after a login',
  (value) => {
    expect(isOwnPath(value)).toBe(false)
  },
)

test('a path loses the flag that a login has expired, and nothing else', () => {
  expect(withoutExpired('/playground?expired=true')).toEqual({ isTold: true, path: '/playground' })
  expect(withoutExpired('/log?type=2&expired=true#x')).toEqual({ isTold: true, path: '/log?type=2#x' })
  expect(withoutExpired('/log?q=%E4%BD%A0')).toEqual({ isTold: false, path: '/log?q=%E4%BD%A0' })
})
