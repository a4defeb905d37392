import { expect, test } from 'bun:test'
import { withoutPasswords } from './without-passwords.ts'

test('passwords of addresses are left out, and nothing else', () => {
  for (const [text, kept] of [
    ['https://list:geheim@prices.example/a.json', 'https://list:***@prices.example/a.json'],
    ['["http://u:p@a/x\\nsocks5://:p:q@@b:1080"]', '["http://u:***@a/x\\nsocks5://:***@b:1080"]'],
    ['https://a.example:8080/x@y', 'https://a.example:8080/x@y'],
    ['root:p@ss:w/rd@tcp(db:3306)/one-api?tls=true', 'root:***@tcp(db:3306)/one-api?tls=true'],
    ['https://a.example:8080/x@/y', 'https://a.example:8080/x@/y'],
    ['https://ghp_0123456789abcdef@lists.example/a', 'https://***@lists.example/a'],
    ['https://list.example/a.json?v=1&token=geheim#x', 'https://list.example/a.json?v=1&token=***#x'],
    ['["https://a.example/?api_key=geheim","b"]', '["https://a.example/?api_key=***","b"]'],
    ['https://a.example/?X-Amz-Signature=geheim&sig=geheim', 'https://a.example/?X-Amz-Signature=***&sig=***'],
    ['https://chat.example/?key={key}&tokens=5', 'https://chat.example/?key={key}&tokens=5'],
    ['https://user@a.example/', 'https://user@a.example/'],
    ['mail a:b@c.example, https://a.example', 'mail a:b@c.example, https://a.example'],
  ] as const) {
    expect(withoutPasswords(text)).toBe(kept)
  }
})

// A time that grows with the square of the length would end the test.
test.each(['x', 'key-', '{"a":', '?key', 'a:b@', '://', ' x:'])('long texts of %p are read in one pass', (part) => {
  const text = `${part.repeat(1_000_000 / part.length)} https://a:geheim@b.example/`
  expect(withoutPasswords(text)).toEndWith('https://a:***@b.example/')
})
