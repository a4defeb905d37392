import { describe, expect, test } from 'bun:test'
import { readConfig } from './config.ts'

describe('without settings', () => {
  const config = readConfig({})

  test('only this machine can reach a server, whose root has the known first password', () => {
    expect(config.host).toBe('127.0.0.1')
    expect(config.initialRootPassword).toBe('123456')
  })

  test('limits are on, and nobody’s word about addresses counts', () => {
    expect(config.rateLimit).toBe(true)
    expect(config.trustedProxies).toEqual([])
    expect(config.metricsToken).toBeUndefined()
  })
})

test('the first password can be chosen before the first start', () => {
  expect(readConfig({ INITIAL_ROOT_PASSWORD: 'chosen' }).initialRootPassword).toBe('chosen')
})

test.each([
  [{ PORT: '70000' }, 'PORT must be an integer from 0 to 65535, not "70000"'],
  [{ PORT: '1.5' }, 'PORT must be an integer'],
  [{ PORT: ' ' }, 'PORT must be an integer'],
  [{ PORT: '0x10' }, 'PORT must be an integer'],
  [{ MAX_BODY_MB: '1e2' }, 'MAX_BODY_MB must be an integer'],
  [{ MAX_BODY_MB: '100', BODY_MEMORY_MB: '199' }, 'BODY_MEMORY_MB must be an integer from 200'],
  [{ MAX_ANSWER_MB: '100', ANSWER_MEMORY_MB: '299' }, 'ANSWER_MEMORY_MB must be an integer from 300'],
  [{ TRUSTED_PROXIES: '10.0.0.1, proxy.example' }, 'TRUSTED_PROXIES must be addresses'],
  [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'not "10.0.0.0/99"'],
  [{ DATABASE_URL: 'foo' }, 'DATABASE_URL must be an address such as postgres://'],
  [{ DATABASE_URL: 'mysql://a:secret@host/x' }, 'DATABASE_URL must be'],
  [{ DATABASE_URL: 'postgres://a:secret@host:abc/x' }, 'DATABASE_URL must be'],
  [{ REDIS_URL: 'redis' }, 'REDIS_URL must be an address such as redis://'],
  [{ REDIS_URL: 'http://host:6379' }, 'REDIS_URL must be'],
  [{ INITIAL_ROOT_PASSWORD: '   ' }, 'INITIAL_ROOT_PASSWORD must'],
  [{ INITIAL_ROOT_PASSWORD: 'x'.repeat(201) }, 'INITIAL_ROOT_PASSWORD must'],
  [{ SECRET_KEY: ' ' }, 'SECRET_KEY must'],
  [{ METRICS_TOKEN: 'ä ö' }, 'METRICS_TOKEN must'],
  [{ HTTP_PROXY: 'socks4://host:1' }, 'HTTP_PROXY must be a proxy'],
  [{ all_proxy: 'ftp://a:secret@host' }, 'ALL_PROXY must be a proxy'],
  [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT must be one of on, off, not "no"'],
  [{ JOURNAL_SYNC: 'never' }, 'JOURNAL_SYNC must be one of'],
])('%j is refused with the name of the variable', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test.each([
  { TRUSTED_PROXIES: '10.0.0.1, fd00::/8 192.168.0.0/16' },
  { DATABASE_URL: 'postgres://a:b@host:5432/x?sslmode=require' },
  { DATABASE_URL: 'postgresql://%2Fvar%2Frun%2Fpostgresql/x' },
  { DATABASE_URL: 'postgres:///x?host=/var/run/postgresql' },
  { REDIS_URL: 'rediss://:word@host:6380/1' },
  { REDIS_URL: 'redis://[::1]:6379' },
  { INITIAL_ROOT_PASSWORD: 'x'.repeat(200) },
  { HTTPS_PROXY: 'socks5://u:p@host:1080', NO_PROXY: '*.local, 10.0.0.0/8' },
])('%j is taken', (env) => {
  expect(() => readConfig(env)).not.toThrow()
})

test('a refusal repeats no password', () => {
  for (const env of [{ DATABASE_URL: 'mysql://a:secret@host/x' }, { REDIS_URL: 'tcp://:secret@host' }]) {
    expect(() => readConfig(env)).not.toThrow(/secret/)
    expect(() => readConfig(env)).toThrow()
  }
})
