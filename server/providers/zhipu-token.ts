import { createHmac } from 'node:crypto'
import { UnusableKey } from './provider.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The token that a key `id.secret` signs: a JWT whose times are milliseconds, good until `expires`. Source: the SDK at
 * https://github.com/MetaGLM/zhipuai-sdk-python-v4. Throws UnusableKey.
 */
export function zhipuToken(key: string, now: number, expires: number): string {
  const [id, secret, ...more] = key.trim().split('.')
  if (!id || !secret || more.length > 0) throw new UnusableKey('the key is not of the form id.secret')
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: id, exp: expires, timestamp: now })
  const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  return `${head}.${payload}.${signature}`
}
