import { expect, test } from 'bun:test'
import { readProxyAddress, STORED_SECRET, withProxyPassword } from './proxy-address.ts'

test.each([
  ['http://proxy:3128', 'http proxy 3128  '],
  ['proxy.example:3128', 'http proxy.example 3128  '],
  ['HTTP://proxy', 'http proxy 80  '],
  ['https://proxy', 'https proxy 443  '],
  ['https://proxy:80/', 'https proxy 80  '],
  ['socks5://u:p%40%3A@10.0.0.1', 'socks5 10.0.0.1 1080 u p@:'],
  ['socks5h://[::1]:9050/', 'socks5 ::1 9050  '],
])('%s is %s', (text, parts) => {
  const { scheme, hostname, port, user, password } = readProxyAddress(text) ?? {}
  expect([scheme, hostname, port, user, password].join(' ')).toBe(parts)
})

test.each(['socks4://proxy', 'socks://proxy', 'ftp://proxy', 'http://', '://x', 'http://proxy/path', 'http://a b', ''])(
  '"%s" is no proxy',
  (text) => expect(readProxyAddress(text)).toBeUndefined(),
)

test('a password is hidden, put back and dropped', () => {
  const hidden = withProxyPassword('socks5://u:s%40cret@host:1', STORED_SECRET)
  expect(hidden).toBe('socks5://u:***@host:1')
  expect(withProxyPassword(hidden, 's@cret')).toBe('socks5://u:s%40cret@host:1')
  expect(withProxyPassword(hidden, '')).toBe('socks5://u@host:1')
  expect(withProxyPassword('host:1', 'x')).toBe('host:1')
})
