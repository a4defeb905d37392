import { afterAll, expect, test } from 'bun:test'
import { selfSigned } from '#test/harness/certificate.ts'
import { rawServer } from '#test/harness/raw-server.ts'
import { certificateExpiry } from './certificate.ts'

const server = rawServer(() => {}, selfSigned('localhost'))
afterAll(() => server.stop())

test('reads until when a certificate is valid, also one that nobody vouches for, and sends nothing', async () => {
  const half = 43_200
  expect(await certificateExpiry(server.url)).toBeWithin(Date.now() / 1000 + half - 300, Date.now() / 1000 + half + 300)
  expect(server.connections.map(({ received }) => received).join('')).toBe('')
})

test('a host that does not answer has none', async () => {
  expect(await certificateExpiry('https://127.0.0.1:1')).toBeUndefined()
})
