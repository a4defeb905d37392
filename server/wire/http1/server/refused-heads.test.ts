import { afterAll, expect, test } from 'bun:test'
import { ownPort } from '#test/harness/ingress.ts'
import { rawClient } from '#test/harness/raw-client.ts'

/**
 * Requests that must be refused by RFC 9112, because a proxy in front could read them in another way: on a relayed
 * path, and on one of the web server. Each is followed by another request, which must never get a response.
 */

const seen: string[] = []
const port = ownPort(
  async () => {
    seen.push('call')
    return { status: 200, headers: {}, body: 'call' }
  },
  async (request) => {
    seen.push(request.url)
    await request.arrayBuffer()
    return new Response('web')
  },
)
afterAll(() => port.stop(true))

const HIDDEN = 'GET /hidden HTTP/1.1\r\nhost: a.test\r\n\r\n'
const HOST = 'host: a.test'
const CHUNKED = 'transfer-encoding: chunked'

const HEADS: Record<string, string[]> = {
  'two hosts': [HOST, 'host: b.test', 'content-length: 0'],
  'the same host twice': [HOST, HOST, 'content-length: 0'],
  'no host': ['content-length: 0'],
  'a host with a path': ['host: a.test/hidden?', 'content-length: 0'],
  'a host with a user': ['host: me@a.test', 'content-length: 0'],
  'a folded line': [HOST, 'x-a: b', ' c', 'content-length: 0'],
  'a folded length': [HOST, 'content-length:', ' 0'],
  'a length and chunks': [HOST, 'content-length: 4', CHUNKED],
  'chunks and a length': [HOST, CHUNKED, 'content-length: 4'],
  'a coding nobody knows': [HOST, 'transfer-encoding: xchunked', 'content-length: 0'],
  'chunks that are not the last coding': [HOST, 'transfer-encoding: chunked, identity'],
  'chunks twice': [HOST, CHUNKED, CHUNKED],
  'two lengths': [HOST, 'content-length: 0', 'content-length: 5'],
  'a length with a sign': [HOST, 'content-length: +0'],
  'a length in a list': [HOST, 'content-length: 0, 0'],
  'a blank before the colon': [HOST, 'content-length : 0'],
  'a blank in a name': [HOST, 'x a: b', 'content-length: 0'],
  'a blank before the first field': [' x: y', HOST, 'content-length: 0'],
  'a line without a colon': [HOST, 'xabc', 'content-length: 0'],
  'a bare line feed': [HOST, 'x: y\ncontent-length: 5', 'content-length: 0'],
  'a bare carriage return': [HOST, 'x: y\rcontent-length: 5', 'content-length: 0'],
  'a zero byte': [HOST, 'x: y\0', 'content-length: 0'],
}
const CHUNKS: Record<string, string> = {
  'line feeds alone': '1\nx\n0\n\n',
  'a size with a prefix': '0x1\r\nx\r\n0\r\n\r\n',
  'a negative size': '-1\r\nx\r\n0\r\n\r\n',
  'a size that overflows': '10000000000000001\r\nx\r\n0\r\n\r\n',
  'more than its size': '1\r\nxyz0\r\n\r\n',
  'an extension with a line feed': '1;a\nb\r\nx\r\n0\r\n\r\n',
  'an extension without end': `1;${'a'.repeat(100_000)}`,
}

async function answersTo(bytes: string): Promise<number> {
  seen.splice(0)
  const client = await rawClient(port.url)
  client.send(bytes)
  const { status } = await client.reply()
  await client.ended()
  expect(client.rest).toBe('')
  return status
}

for (const path of ['/v1/chat/completions', '/api/any']) {
  for (const [name, fields] of Object.entries(HEADS)) {
    test(`${name}, at ${path}`, async () => {
      const head = [`POST ${path} HTTP/1.1`, ...fields].join('\r\n')
      expect(await answersTo(`${head}\r\n\r\n${HIDDEN}`)).toBe(400)
      expect(seen).toEqual([])
    })
  }
  for (const [name, chunks] of Object.entries(CHUNKS)) {
    test(`chunks with ${name}, at ${path}`, async () => {
      const head = [`POST ${path} HTTP/1.1`, HOST, CHUNKED].join('\r\n')
      expect([400, 413]).toContain(await answersTo(`${head}\r\n\r\n${chunks}${HIDDEN}`))
      expect(seen.filter((url) => url.includes('hidden'))).toEqual([])
    })
  }
}
