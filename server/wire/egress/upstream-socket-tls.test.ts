import { expect, test } from 'bun:test'
import { selfSigned } from '#test/harness/certificate.ts'
import { rawServer } from '#test/harness/raw-server.ts'
import { openUpstreamSocket } from './upstream-socket.ts'

test('a certificate that nobody vouches for is refused before the key is shown', async () => {
  const server = rawServer(() => {}, selfSigned('localhost'))
  const url = `${server.url.replace('https', 'wss').replace('127.0.0.1', 'localhost')}/v1/realtime`
  const { opened } = openUpstreamSocket({ url, headers: { authorization: 'Bearer key' }, protocols: [] })
  const error = await opened.catch((error) => error)
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe('Error: cannot connect')
  expect(server.connections.map(({ received }) => received).join('')).toBe('')
  server.stop()
})
