import { expect, test } from 'bun:test'
import { isOwnPath } from './own-path.ts'

test.each(['/token', '/log?type=2', '/'])('%s is a path of this site', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

test.each(['//example.com', '/\\example.com', 'https://example.com', 'token', '/login?return=/token', '', null, 7])(
  '%p is none to go to after a login',
  (value) => {
    expect(isOwnPath(value)).toBe(false)
  },
)
