import { createHmac } from 'node:crypto'
import { UnusableKey } from './provider.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Splits a key `id.secret`; undefined = it has another form. */
export function splitZhipuKey(key: string): { id: string; secret: string } | undefined {
  const [id, secret, ...more] = key.trim().split('.')
  return id && secret && more.length === 0 ? { id, secret } : undefined
}

/**
 * Signs a token with a key `id.secret`: a JWT whose times are in milliseconds, valid until `expires`. Source: the
 * SDK at https://github.com/MetaGLM/zhipuai-sdk-python-v4. Throws UnusableKey.
 */
export function signZhipuToken(key: string, now: number, expires: number): string {
  const parts = splitZhipuKey(key)
  if (!parts) throw new UnusableKey('the key is not of the form id.secret')
  const { id, secret } = parts
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: id, exp: expires, timestamp: now })
  const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  return `${head}.${payload}.${signature}`
}
