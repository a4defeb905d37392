import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '#test/harness/certificate.ts'
import { type RawServer, rawServer } from '#test/harness/raw-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'switchyard-tls-'))
const trust = join(folder, 'certificate.pem')
let server: RawServer

beforeAll(async () => {
  const certificate = selfSigned('localhost')
  await Bun.write(trust, certificate.cert)
  server = rawServer(({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'), certificate)
})
afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a request in a separate process, because the trusted certificates are read when a process starts. */
async function send(url: string, trusted: boolean): Promise<string> {
  const script = `
    import { sendUpstream } from ${JSON.stringify(join(import.meta.dirname, 'upstream.ts'))}
    const { answer } = sendUpstream({ url: ${JSON.stringify(url)}, headers: { authorization: 'key' }, body: Buffer.alloc(0) })
    console.log(await answer.then(async (it) => String(await it.bytes()), (error) => 'refused: ' + error.message))
    process.exit(0)`
  const env = { ...process.env, ...(trusted && { NODE_EXTRA_CA_CERTS: trust }) }
  const child = Bun.spawn([process.execPath, '-e', script], { env, stderr: 'inherit' })
  return (await new Response(child.stdout).text()).trim()
}

const byName = () => server.url.replace('127.0.0.1', 'localhost')
const heard = () => server.connections.map(({ received }) => received).join('')

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  expect(await send(byName(), false)).toMatch(/^refused: .*CERT/i)
  expect(heard()).toBe('')
})

test('a certificate for another name is refused before anything is sent', async () => {
  expect(await send(server.url, true)).toMatch(/^refused: .*ALTNAME/i)
  expect(heard()).toBe('')
})

test('a certificate that the operator trusts carries the call', async () => {
  expect(await send(byName(), true)).toBe('hi')
  expect(heard()).toContain('authorization: key')
})
