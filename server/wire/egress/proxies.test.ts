import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProxyAddress } from '#contract/proxy-address.ts'
import { selfSigned } from '#test/harness/certificate.ts'
import { httpProxy, socksProxy, type TestProxy } from '#test/harness/proxies.ts'
import { createWay, type Way } from '../http1/client/way.ts'
import { callService } from './call-service.ts'
import { sendUpstream } from './upstream.ts'
import { openUpstreamSocket } from './upstream-socket.ts'

const own = selfSigned('localhost')
const client = selfSigned('client')
const folder = mkdtempSync(join(tmpdir(), 'switchyard-proxies-'))
const certificatePath = join(folder, 'certificate.pem')
const big = 'x'.repeat(3_000_000)

const answer = async (request: Request, server: Bun.Server<undefined>) =>
  server.upgrade(request)
    ? undefined
    : new Response(`${await request.text()} ${request.url.endsWith('/big') ? big : ''}`)
const websocket = { message: (socket: Bun.ServerWebSocket<undefined>, text: string | Buffer) => void socket.send(text) }
const options = { hostname: '127.0.0.1', port: 0, websocket }
const plain = Bun.serve({ ...options, fetch: answer })
const secure = Bun.serve({ ...options, tls: own, fetch: answer })
const guarded = Bun.serve({
  ...options,
  tls: { ...own, ca: client.cert, requestCert: true, rejectUnauthorized: true },
  fetch: answer,
})
const proxies = { http: httpProxy(), https: httpProxy(own), socks5: socksProxy() }

beforeAll(() => Bun.write(certificatePath, own.cert))
beforeEach(() => {
  for (const proxy of Object.values(proxies)) proxy.seen.length = 0
})
afterAll(() => {
  for (const part of [...Object.values(proxies), plain, secure, guarded]) part.stop()
  rmSync(folder, { recursive: true, force: true })
})

const wayBy = (proxy: TestProxy, credentials?: string): Way | undefined =>
  createWay({ proxy: readProxyAddress(proxy.url(credentials)), tls: { ca: own.cert } })
const send = (url: string, way: Way | undefined) =>
  sendUpstream({ url, headers: {}, body: Buffer.from('hello'), way }).answer.then(async (it) =>
    String(await it.bytes()),
  )
const echo = async (url: string, way: Way | undefined) => {
  const socket = await openUpstreamSocket({ url, headers: {}, protocols: [], way }).opened
  await socket.send('hello')
  const first = await socket.firstFrame(5000)
  socket.close()
  return String(first)
}

describe.each(['http', 'socks5'] as const)('a channel by a proxy of %s', (kind) => {
  const way = wayBy(proxies[kind])
  const asked = (port: unknown, call: string) =>
    kind === 'socks5' ? `SOCKS localhost:${port}` : call.replace('PORT', String(port))

  test('calls and keeps the connection', async () => {
    expect(await send(`http://localhost:${plain.port}/a`, way)).toBe('hello ')
    expect(await send(`https://localhost:${secure.port}/a`, way)).toBe('hello ')
    expect(await send(`https://localhost:${secure.port}/a`, way)).toBe('hello ')
    expect(proxies[kind].seen).toEqual([
      asked(plain.port, 'POST http://localhost:PORT/a'),
      asked(secure.port, 'CONNECT localhost:PORT'),
    ])
  })

  test('long bodies pass whole, both ways', async () => {
    const sent = sendUpstream({ url: `https://localhost:${secure.port}/big`, headers: {}, body: Buffer.from(big), way })
    expect((await (await sent.answer).bytes()).length).toBe(2 * big.length + 1)
  })

  test('WebSockets', async () => {
    expect(await echo(`ws://localhost:${plain.port}`, way)).toBe('hello')
    expect(await echo(`wss://localhost:${secure.port}`, way)).toBe('hello')
    const ports = [plain.port, secure.port]
    expect(proxies[kind].seen).toEqual(ports.map((port) => asked(port, 'CONNECT localhost:PORT')))
  })

  test('the proxy resolves names, and the certificate must be for the name', async () => {
    const { status } = await callService(`https://127.0.0.1.test:${secure.port}/`, { json: {}, way }).catch(() => ({
      status: 0,
    }))
    expect([status, proxies[kind].seen]).toEqual([
      0,
      [asked(secure.port, 'CONNECT localhost:PORT').replace('localhost', '127.0.0.1.test')],
    ])
  })

  test('a wrong password reaches nobody, and no password is told', async () => {
    const wrong = wayBy(proxies[kind], 'operator:wrong')
    const refusal = await send(`https://localhost:${secure.port}/`, wrong).catch(String)
    expect(refusal).toContain('the proxy refuses the name or password')
    expect(refusal).not.toContain('wrong')
    expect(await echo(`wss://localhost:${secure.port}`, wrong).catch(String)).toContain('cannot connect')
  })

  test('a certificate that nobody vouches for is refused within the tunnel', async () => {
    const trusting = createWay({ proxy: readProxyAddress(proxies[kind].url()) })
    expect(await send(`https://localhost:${secure.port}/`, trusting).catch(String)).toMatch(/CERT/i)
    expect(await send(`https://127.0.0.1:${secure.port}/`, way).catch(String)).toMatch(/ALTNAME/i)
  })
})

describe('certificates of a channel', () => {
  const known = createWay({ tls: { ca: own.cert, cert: client.cert, key: client.key } })
  const unknown = createWay({ tls: { ca: own.cert } })
  const byProxy = createWay({
    proxy: readProxyAddress(proxies.http.url()),
    tls: { ca: own.cert, cert: client.cert, key: client.key },
  })

  test.each([
    ['straight', known],
    ['by a proxy', byProxy],
  ])('a server that demands one gets it, %s', async (_name, way) => {
    expect(await send(`https://localhost:${guarded.port}/`, way)).toBe('hello ')
    expect(await echo(`wss://localhost:${guarded.port}`, way)).toBe('hello')
  })

  test('without one the server refuses', async () => {
    // The connection of a channel with a certificate is not used for one without.
    expect(await send(`https://localhost:${guarded.port}/`, unknown).catch(() => 'refused')).toBe('refused')
  })
})

describe('proxies of the environment', () => {
  const script = `
    import { callService } from ${JSON.stringify(join(import.meta.dirname, 'call-service.ts'))}
    import { openUpstreamSocket } from ${JSON.stringify(join(import.meta.dirname, 'upstream-socket.ts'))}
    import { postMessage } from ${JSON.stringify(join(import.meta.dirname, 'post-message.ts'))}
    for (const url of process.argv.slice(1)) {
      const said = url.startsWith('ws')
        ? openUpstreamSocket({ url, headers: {}, protocols: [] }).opened.then((it) => (it.close(), 'open'))
        : url.startsWith('post ')
        ? postMessage({ url: url.slice(5), headers: {}, body: '' }, 'foreign').then((it) => it.status)
        : callService(url).then((it) => it.status)
      console.log(await said.catch((error) => error.message))
    }
    process.exit(0)`
  const run = async (env: Record<string, string>, ...urls: string[]) => {
    const all = { ...process.env, NODE_EXTRA_CA_CERTS: certificatePath, ...env }
    const child = Bun.spawn([process.execPath, '-e', script, ...urls], { env: all, stderr: 'inherit' })
    return (await new Response(child.stdout).text()).trim().split('\n')
  }
  const urls = () => [
    `http://localhost:${plain.port}/`,
    `https://localhost:${secure.port}/`,
    `ws://localhost:${plain.port}/`,
    `wss://localhost:${secure.port}/`,
  ]

  test.each(['http', 'https', 'socks5'] as const)('all goes by one of %s', async (kind) => {
    expect(await run({ ALL_PROXY: proxies[kind].url() }, ...urls())).toEqual(['200', '200', 'open', 'open'])
    expect(proxies[kind].seen.length).toBe(4)
  })

  test('each scheme has its own, and NO_PROXY is called straight', async () => {
    const env = { HTTP_PROXY: proxies.http.url(), https_proxy: proxies.socks5.url() }
    expect(await run(env, ...urls())).toEqual(['200', '200', 'open', 'open'])
    expect([proxies.http.seen.length, proxies.socks5.seen.length]).toEqual([2, 2])
    expect(await run({ ...env, NO_PROXY: 'a.test, localhost' }, ...urls())).toEqual(['200', '200', 'open', 'open'])
    expect([proxies.http.seen.length, proxies.socks5.seen.length]).toEqual([2, 2])
  })

  test('an address that a user names is judged here, not by the proxy', async () => {
    const env = { HTTP_PROXY: proxies.http.url() }
    expect(await run(env, `post http://localhost:${plain.port}/`)).toEqual([expect.stringContaining('not public')])
    expect(proxies.http.seen).toEqual([])
  })
})
