import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { getNotice, getStatus, status as statusSchema } from '#contract/api/site.ts'
import { errors } from '#contract/errors.ts'
import { startServer, type TestServer } from '#test/harness/server.ts'

const startHere = async (settings: Parameters<typeof startServer>[1] = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'switchyard-test-'))
  const server = await startServer({ dataDir, databaseUrl: undefined }, settings)
  const end = async () => {
    await server.close()
    await rm(dataDir, { recursive: true })
  }
  return { server, end }
}

describe('every reply', () => {
  let server: TestServer
  let end: () => Promise<void>
  beforeAll(async () => {
    const started = await startHere()
    server = started.server
    end = started.end
  })
  afterAll(() => end())

  test.each(['/api/status', '/api/user/self', '/api/nothing', '/login', '/assets/nothing.js'])(
    '%s carries a request id of its own',
    async (path) => {
      const ids = [await server.request(path), await server.request(path)].map((r) =>
        r.headers.get('X-Oneapi-Request-Id'),
      )
      expect(ids[0]).toMatch(/^\d{23}[0-9A-Za-z]{8}$/)
      expect(ids[0]).not.toBe(ids[1])
    },
  )

  test('of the interface must not be cached', async () => {
    for (const path of ['/api/status', '/api/user/self', '/api/nothing']) {
      const { headers } = await server.request(path)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  test('that is long is sent with gzip to who takes that', async () => {
    const ask = async (path: string, encoding?: string) => {
      const headers: Record<string, string> = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
      const response = await server.request(path, { headers })
      return { of: response.headers.get('Content-Encoding'), vary: response.headers.get('Vary'), response }
    }
    const long = '/api/openapi.json'
    const plain = await ask(long)
    expect(plain).toMatchObject({ of: null, vary: 'Accept-Encoding' })
    const packed = await ask(long, 'br, gzip;q=0.8')
    expect(packed).toMatchObject({ of: 'gzip', vary: 'Accept-Encoding' })
    expect(packed.response.headers.get('X-Oneapi-Request-Id')).toBeTruthy()
    const bytes = await packed.response.bytes()
    const text = await plain.response.text()
    expect(gunzipSync(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 4)
    for (const encoding of ['br', 'gzip;q=0', '']) expect((await ask(long, encoding)).of).toBeNull()
    expect((await ask('/api/notice', 'gzip')).of).toBeNull()
    expect(await (await ask('/api/notice', 'gzip')).response.json()).toEqual({ success: true, message: '', data: '' })
  })

  test('that sets a cookie is never packed', async () => {
    const body = JSON.stringify({ username: 'root', password: '123456' })
    const headers = { 'Accept-Encoding': 'gzip', 'Content-Type': 'application/json' }
    const response = await server.request('/api/user/login', { method: 'POST', headers, body })
    expect(response.headers.get('Content-Encoding')).toBeNull()
    expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'session',
      'new_api_has_session',
      'device',
    ])
  })

  test('to an unknown path has the shape of the family', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['GET', '/assets/nothing.js'],
      ['POST', '/login'],
    ] as const) {
      const response = await server.request(path, { method })
      expect(response.status).toBe(404)
      const message = `Invalid URL (${method} ${path})`
      expect(await response.json()).toEqual({ error: { message, type: 'invalid_request_error', param: '', code: '' } })
    }
  })

  test('to a body that is too large says so', async () => {
    const body = JSON.stringify({ username: 'x'.repeat(5_000_000), password: 'x' })
    const response = await server.request('/api/user/login', { method: 'POST', body })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({ success: false, message: errors.body_too_large.zh.replace('{max}', '4') })
  })

  test('to something unexpected tells nothing', async () => {
    const { server, end } = await startHere({ logLevel: 'silent' })
    await server.services.store.db.schema.dropTable('sessions').execute()
    const response = await server.request('/api/status', { headers: { Cookie: 'session=x' } })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ success: false, message: errors.internal_error.zh })
    expect(response.headers.get('X-Oneapi-Request-Id')).toBeTruthy()
    await end()
  })

  test('of the status holds every declared field', async () => {
    const { data } = await server.call(getStatus, {})
    expect(Object.keys(data ?? {}).sort()).toEqual(Object.keys(statusSchema.shape).sort())
  })
})

describe('limits', () => {
  test('end in 429 with the envelope and the time to wait', async () => {
    const { server, end } = await startHere({ rateLimit: true })
    for (let call = 0; call < 180; call++) expect((await server.call(getNotice, {})).status).toBe(200)
    const refused = await server.call(getNotice, {}, { 'Accept-Language': 'en' })
    expect(refused).toMatchObject({ status: 429, success: false, message: errors.too_many_requests.en })
    expect(Number(refused.headers.get('Retry-After'))).toBeWithin(1, 181)
    await end()
  })

  test('let health checks ask as often as they like', async () => {
    const { server, end } = await startHere({ rateLimit: true })
    for (let call = 0; call < 200; call++) expect((await server.call(getStatus, {})).status).toBe(200)
    expect((await server.call(getNotice, {})).status).toBe(200)
    await end()
  })

  test('count pages, and not the files that belong to them', async () => {
    const webDir = await mkdtemp(join(tmpdir(), 'switchyard-web-'))
    await mkdir(join(webDir, 'assets'))
    await writeFile(join(webDir, 'index.html'), '<head></head>')
    await writeFile(join(webDir, 'assets/app-1.js'), '1')
    const { server, end } = await startHere({ rateLimit: true, webDir })
    const statusOf = async (path: string, init?: RequestInit) => (await server.request(path, init)).status
    const { headers } = await server.root()
    for (let page = 0; page < 60; page++) {
      for (const path of ['/assets/app-1.js', '/assets/app-1.js', '/assets/app-1.js', '/log']) {
        expect(await statusOf(path)).toBe(200)
      }
    }
    const refused = await server.request('/token')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeWithin(1, 181)
    expect(refused.headers.get('X-Oneapi-Request-Id')).toBeTruthy()
    expect(await statusOf('/assets/app-1.js')).toBe(200)
    expect(await statusOf('/token', { headers })).toBe(200)
    expect((await server.call(getStatus, {})).status).toBe(200)
    await end()
    await rm(webDir, { recursive: true })
  })

  test('hold for paths that nothing answers, and leave pages alone', async () => {
    const { server, end } = await startHere({ rateLimit: true })
    for (let call = 0; call < 60; call++) expect((await server.request('/api/nothing')).status).toBe(404)
    expect((await server.request('/api/nothing')).status).toBe(429)
    expect((await server.request('/login')).status).not.toBe(429)
    await end()
  })

  test('do not lose the callbacks of a gateway, which all come from one address', async () => {
    const { server, end } = await startHere({ rateLimit: true, logLevel: 'silent' })
    for (const method of ['GET', 'POST']) {
      for (let call = 0; call < 200; call++) {
        const response = await server.request('/api/user/epay/notify', { method })
        expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: 'fail' })
      }
    }
    await end()
  })

  test('on an address do not touch those who are logged in behind it', async () => {
    const { server, end } = await startHere({ rateLimit: true })
    const root = await server.root()
    for (let call = 0; call < 180; call++) await server.call(getNotice, {})
    expect((await server.call(getNotice, {})).status).toBe(429)
    expect((await root.call(getNotice, {})).status).toBe(200)
    await end()
  })
})
