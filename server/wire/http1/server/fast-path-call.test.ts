import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Listening, listen } from '#test/harness/listening.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { type FastPathCall, readFastPathCall } from './fast-path-call.ts'

const LINE = 'POST /v1/chat/completions HTTP/1.1'
const HOST = 'host: api.example.com'
const LENGTH = 'content-length: 2'
const FIELDS = [HOST, LENGTH]

const bytes = (text: string) => Buffer.from(text, 'latin1')
const head = (line = LINE, fields = FIELDS) => `${[line, ...fields].join('\r\n')}\r\n\r\n`
const read = (text: string) => readFastPathCall(bytes(text))
const plain = (text: string): FastPathCall => {
  const call = read(text)
  if (typeof call === 'string') throw new Error(`${call}: ${JSON.stringify(text)}`)
  return call
}

test('a plain call is read', () => {
  const text = head(`${LINE.replace(' HTTP', '?key=a&b=%20c HTTP')}`, [...FIELDS, 'X-Some-Thing: \t a  b\t '])
  const call = plain(`${text}{}and more`)
  expect(call).toMatchObject({
    path: '/v1/chat/completions',
    url: '/v1/chat/completions?key=a&b=%20c',
    start: text.length,
    length: 2,
    keepAlive: true,
  })
  expect(call.header('x-some-thing')).toBe('a  b')
  expect(call.header('x-other')).toBeUndefined()
})

test('a head is incomplete for as long as it may become plain', () => {
  const text = head()
  for (let length = 1; length < text.length; length++) expect(read(text.slice(0, length))).toBe('incomplete')
  expect(plain(text).start).toBe(text.length)
})

test('what cannot become plain is seen with its first byte', () => {
  for (const start of ['G', 'p', '\r', '\n', ' ', 'PU', 'POSTS', 'POST  ', 'POST h', 'POST *', '\x16\x03\x01', '\0']) {
    expect(read(start)).toBe('fallback')
  }
})

test('a head without an end is not waited for', () => {
  const endless = `${LINE}\r\n${HOST}\r\nx: ${'a'.repeat(16 * 1024)}`
  expect(read(endless.slice(0, 16 * 1024))).toBe('incomplete')
  expect(read(endless)).toBe('fallback')
  expect(read(`${LINE}\n${HOST}\n${LENGTH}\n\n`)).toBe('fallback')
})

describe('not plain is', () => {
  const lines = {
    'another version': ['POST /v1/chat/completions HTTP/1.0', 'POST /v1/chat/completions HTTP/2.0', 'POST /v1/x'],
    'another case': ['POST /v1/chat/completions http/1.1'],
    'another method': ['GET /v1/chat/completions HTTP/1.1', 'PUT /v1/x HTTP/1.1', 'post /v1/x HTTP/1.1'],
    'another form of target': ['POST http://a/v1/x HTTP/1.1', 'POST * HTTP/1.1', 'POST a:80 HTTP/1.1'],
    'blanks out of place': [
      'POST  /v1/x HTTP/1.1',
      'POST /v1/x  HTTP/1.1',
      'POST\t/v1/x HTTP/1.1',
      'POST /v1/x\tHTTP/1.1',
      'POST /v1/x HTTP/1.1 ',
      ' POST /v1/x HTTP/1.1',
      'POST /v1 /x HTTP/1.1',
    ],
    'a blank line before it': ['\r\nPOST /v1/x HTTP/1.1', '\nPOST /v1/x HTTP/1.1'],
    'an address that readers of URLs rewrite': [
      'POST /v1/x#part HTTP/1.1',
      'POST /v1/x?a#part HTTP/1.1',
      'POST /v1/../x HTTP/1.1',
      'POST /v1/./x HTTP/1.1',
      'POST /v1/%2e%2E/x HTTP/1.1',
      'POST /v1/a%2fb HTTP/1.1',
      'POST /v1\\x HTTP/1.1',
      'POST /v1//x HTTP/1.1',
      'POST //v1/x HTTP/1.1',
      'POST /v1/x?q="a" HTTP/1.1',
      "POST /v1/x?q='a' HTTP/1.1",
      'POST /v1/x?q=<a> HTTP/1.1',
    ],
    'a character out of place': ['POST /v1/x\0 HTTP/1.1', 'POST /v1/\xe9 HTTP/1.1', 'POST /v1/x?\x7f HTTP/1.1'],
  }
  test.each(Object.entries(lines))('%s in the first line', (_name, variants) => {
    for (const line of variants) expect([line, read(head(line))]).toEqual([line, 'fallback'])
  })

  const fields = {
    'folded lines': ['x: a\r\n b', 'x: a\r\n\tb', ' x: a'],
    'bare line feeds': ['x: a\ny: b', 'x: a\n', 'x: \na'],
    'bare carriage returns': ['x: a\ry: b', 'x: a\r', '\rx: a'],
    'control characters': ['x: a\0b', 'x: a\x01', 'x: \x7f', 'x\0: a', 'x: \x0b', 'x: \x1b'],
    'blanks that are no ASCII': ['x: a\xa0', 'x:\xa0a', 'x: a\xa0b'],
    'blanks around the name': ['x : a', 'x\t: a', '\tx: a', 'x y: a'],
    'no name': [': a', 'a', 'x; a'],
    'characters that no name may have': ['x(: a', 'x,y: a', 'x/y: a', '"x": a', 'x@: a', 'x\xe9: a'],
    'a transfer coding': [
      'transfer-encoding: chunked',
      'Transfer-Encoding: identity',
      'TRANSFER-ENCODING:',
      'te: a\r\ntransfer-encoding: x',
    ],
    'an expectation': ['expect: 100-continue', 'Expect: whatever'],
    'another protocol': ['connection: upgrade\r\nupgrade: websocket', 'Upgrade: h2c'],
    'a second length': ['content-length: 2', 'Content-Length: 3', 'content-length:'],
    'a second host': ['host: api.example.com', 'Host: b'],
  }
  test.each(Object.entries(fields))('%s', (_name, variants) => {
    for (const field of variants) {
      for (const order of [
        [...FIELDS, field],
        [field, ...FIELDS],
      ]) {
        expect([field, read(head(LINE, order))]).toEqual([field, 'fallback'])
      }
    }
  })

  test('a length that is no number of digits', () => {
    const lengths = ['', ' ', '-2', '+2', '0x2', '2.0', '2e0', '2,2', '2, 2', '2 2', '2;', '\xa02', '2\xa0', '１']
    for (const length of [...lengths, '9'.repeat(16), 'two', '"2"', 'NaN', 'Infinity', '2\x0b', '²']) {
      expect([length, read(head(LINE, [HOST, `content-length: ${length}`]))]).toEqual([length, 'fallback'])
    }
  })

  test('a head without a length or a host, or with a host that is none', () => {
    expect(read(head(LINE, [HOST]))).toBe('fallback')
    expect(read(head(LINE, [LENGTH]))).toBe('fallback')
    expect(read(head(LINE, []))).toBe('fallback')
    for (const host of ['', 'a b', 'a,b', 'a/b', 'a@b', 'a?b', 'é']) {
      expect([host, read(head(LINE, [`host: ${host}`, LENGTH]))]).toEqual([host, 'fallback'])
    }
  })
})

describe('plain is', () => {
  test('every order and case of the headers', () => {
    const fields = ['HOST: a', 'Content-LENGTH:2', 'X-Empty:', 'x-obs: \xe9\xff', "!#$%&'*+.^_`|~09: :::"]
    for (let turn = 0; turn < fields.length; turn++) {
      fields.push(fields.shift() ?? '')
      const call = plain(head(LINE, fields))
      expect(call.length).toBe(2)
      expect(call.header('x-empty')).toBe('')
      expect(call.header('x-obs')).toBe('\xe9\xff')
      expect(call.header("!#$%&'*+.^_`|~09")).toBe(':::')
    }
  })

  test('every host that a caller may name', () => {
    for (const host of ['a', 'a.b-c.d:3000', '[::1]:80', '127.0.0.1', 'a_b'])
      expect(plain(head(LINE, [LENGTH, `host: ${host}`])).header('host')).toBe(host)
  })

  test('a body of no bytes, and one whose length has zeros before it', () => {
    expect(plain(head(LINE, [HOST, 'content-length: 0'])).length).toBe(0)
    expect(plain(head(LINE, [HOST, 'content-length: 0012'])).length).toBe(12)
  })

  test('a name inside of a value or of another name is no header', () => {
    const call = plain(head(LINE, [...FIELDS, 'x-content-length: 9', 'x: content-length: 9', 'y: expect: z']))
    expect(call.length).toBe(2)
    expect(call.header('expect')).toBeUndefined()
    expect(call.header('length')).toBeUndefined()
  })

  test('a call after which the caller wants to close', () => {
    for (const value of ['close', 'Close', 'keep-alive, CLOSE', 'x,close']) {
      expect(plain(head(LINE, [...FIELDS, `Connection: ${value}`])).keepAlive).toBe(false)
    }
    expect(plain(head(LINE, [...FIELDS, 'connection: keep-alive'])).keepAlive).toBe(true)
  })
})

describe('what is plain', () => {
  let echo: Listening
  beforeAll(() => {
    echo = listen((request) => Response.json({ url: request.url, headers: Object.fromEntries(request.headers) }))
  })
  afterAll(() => echo.stop())

  /** Deterministic, so that a failure can be reproduced. */
  function dice(seed: number) {
    let state = seed
    return (sides: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return (state >>> 8) % sides
    }
  }

  test('is what the web server sees', async () => {
    const roll = dice(7)
    const pick = (alphabet: string, most: number) =>
      Array.from({ length: roll(most) + 1 }, () => alphabet[roll(alphabet.length)]).join('')
    const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
    const value = `${printable}\t\xa0\xe9\xff`
    const client = await rawClient(echo.url)
    let compared = 0
    for (let round = 0; round < 300; round++) {
      const path = `/${pick('abcXYZ019-_~@:.', 8)}/${pick('abc.-_', 5)}`
      const query = roll(2) ? `?${pick(printable.replace(' ', ''), 12)}` : ''
      const own = Array.from({ length: roll(4) }, (_, i) => `${pick('aBcX-_', 6)}${i}: ${pick(value, 20)}`)
      const text = head(`POST ${path}${query} HTTP/1.1`, [`host: ${pick('abc', 5)}.test`, ...own, 'content-length: 0'])
      const call = read(text)
      if (typeof call === 'string') continue
      compared++
      client.send(text)
      const { body } = await client.reply()
      const seen = JSON.parse(Buffer.from(body, 'latin1').toString()) as {
        url: string
        headers: Record<string, string>
      }
      const { pathname, search } = new URL(seen.url)
      expect({ path: call.path, url: call.url }).toEqual({ path: pathname, url: pathname + search })
      for (const [name, text] of Object.entries(seen.headers)) expect([name, call.header(name)]).toEqual([name, text])
    }
    expect(compared).toBeGreaterThan(50)
    client.hangUp()
  })
})
