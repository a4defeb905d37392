import { expect, test } from 'bun:test'
import { createTotpSecret, findTotpStep, totpAddress } from './totp.ts'

/** `12345678901234567890`, the secret of the test vectors of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d the code is that of RFC 6238', (seconds, code) => {
  expect(findTotpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code counts one step early and late, and not two', () => {
  const code = '050471'
  const own = Math.floor(1_111_111_111 / 30)
  for (const offset of [-1, 0, 1]) expect(findTotpStep(SECRET, code, (own + offset) * 30_000)).toBe(own)
  for (const offset of [-2, 2]) expect(findTotpStep(SECRET, code, (own + offset) * 30_000)).toBeUndefined()
  for (const wrong of ['', '05047', '0504710', 'abcdef', '０５０４７１']) {
    expect(findTotpStep(SECRET, wrong, own * 30_000)).toBeUndefined()
  }
})

test('a secret has 160 bits and stands in the address of the QR code', () => {
  const secret = createTotpSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(secret).not.toBe(createTotpSecret())
  const address = new URL(totpAddress(secret, { site: 'My: Site', username: 'ann' }))
  expect(address.protocol).toBe('otpauth:')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ secret, digits: '6', period: '30' })
})
