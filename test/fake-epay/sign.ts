/** The signature as the protocol's documents describe it; written apart from the server's, so that both must agree. */
export function sign(fields: Record<string, string>, key: string): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => value && name !== 'sign' && name !== 'sign_type')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
  return new Bun.CryptoHasher('md5').update(text + key).digest('hex')
}

/** The fields with their signature. */
export const signed = (fields: Record<string, string>, key: string) => ({
  ...fields,
  sign: sign(fields, key),
  sign_type: 'MD5',
})
