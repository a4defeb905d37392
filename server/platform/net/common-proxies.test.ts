import { expect, test } from 'bun:test'
import { readCommonProxies } from './common-proxies.ts'

test.each([
  ['example.com', 'example.com', true],
  ['example.com', 'api.example.com', true],
  ['.example.com', 'API.example.com.', true],
  ['*.example.com', 'api.example.com', true],
  ['example.com', 'notexample.com', false],
  ['example.com:8080', 'example.com', false],
  ['a, example.com:443 b', 'example.com', true],
  ['*', 'anything', true],
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '11.1.2.3', false],
  ['10.0.0.0/8', 'ten.example', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['::1', '::1', true],
  ['[::1]:443', '::1', true],
  ['[::1]:80', '::1', false],
  ['fd00::/8', 'fd12::1', true],
  ['', 'example.com', false],
])('NO_PROXY "%s": %s is called straight: %p', (text, host, isStraight) => {
  expect(readCommonProxies({ no_proxy: text }).skips(host, 443)).toBe(isStraight)
})

test('each scheme has its variable, and ALL_PROXY stands in for both', () => {
  const { http, https, all } = readCommonProxies({ ALL_PROXY: 'socks5://all', https_proxy: 'own:3128' })
  expect([http?.hostname, https?.hostname, all?.hostname]).toEqual(['all', 'own', 'all'])
})

test('no password is told', () => {
  expect(() => readCommonProxies({ HTTP_PROXY: 'gopher://a:secret@host' })).toThrow(/^HTTP_PROXY must be(?!.*secret)/)
})
