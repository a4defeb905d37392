import { createHash, timingSafeEqual } from 'node:crypto'

const UNSIGNED = new Set(['sign', 'sign_type'])

/**
 * Signature of the Epay protocol: MD5, in lower-case hex, of the sorted `name=value` pairs joined by `&` and
 * followed by the merchant's key. Empty values and the signature's own fields are left out; nothing is URL-encoded.
 */
export function epaySign(fields: Readonly<Record<string, string>>, key: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => fields[name] !== '' && !UNSIGNED.has(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  return createHash('md5')
    .update(pairs.join('&') + key)
    .digest('hex')
}

/** Whether the fields have the right signature; compared in constant time. Without a key no signature is right. */
export function isEpaySigned(fields: Readonly<Record<string, string>>, key: string): boolean {
  if (key === '' || (fields.sign_type ?? 'MD5').toUpperCase() !== 'MD5') return false
  const expected = Buffer.from(epaySign(fields, key))
  const given = Buffer.from((fields.sign ?? '').toLowerCase())
  return given.length === expected.length && timingSafeEqual(given, expected)
}
