import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '#test/harness/certificate.ts'
import { type RawServer, rawServer } from '#test/harness/raw-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'switchyard-media-tls-'))
const trust = join(folder, 'certificate.pem')
let server: RawServer

beforeAll(async () => {
  const certificate = selfSigned('media.test')
  await Bun.write(trust, certificate.cert)
  server = rawServer(({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nGIF89a'), certificate)
})
afterAll(() => {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Fetches in a separate process, because the trusted certificates are read when a process starts. */
async function fetched(host: string): Promise<string> {
  const url = server.url.replace('127.0.0.1', host)
  const script = `
    import { createFetchMedia } from ${JSON.stringify(join(import.meta.dirname, 'fetch-media.ts'))}
    const fetchMedia = createFetchMedia({ allowPrivate: true, resolve: async () => ['127.0.0.1'] })
    const media = fetchMedia([${JSON.stringify(url)}], new AbortController().signal)
    console.log(await media.then((it) => [...it.values()][0].mediaType, (error) => error.problem))
    process.exit(0)`
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: trust }
  const child = Bun.spawn([process.execPath, '-e', script], { env, stderr: 'inherit' })
  return (await new Response(child.stdout).text()).trim()
}

test('the certificate is that of the name, though the address is called', async () => {
  expect(await fetched('media.test')).toBe('image/gif')
  expect(await fetched('other.test')).toBe('could not be fetched')
  expect(server.connections.filter(({ received }) => received !== '')).toHaveLength(1)
})
