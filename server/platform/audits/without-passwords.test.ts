import { expect, test } from 'bun:test'
import { withoutPasswords } from './without-passwords.ts'

test('passwords of addresses are left out, and nothing else', () => {
  for (const [text, kept] of [
    ['https://list:geheim@prices.example/a.json', 'https://list:***@prices.example/a.json'],
    ['["http://u:p@a/x\\nsocks5://:p:q@@b:1080"]', '["http://u:***@a/x\\nsocks5://:***@b:1080"]'],
    ['https://a.example:8080/x@y', 'https://a.example:8080/x@y'],
    ['root:p@ss:w/rd@tcp(db:3306)/one-api?tls=true', 'root:***@tcp(db:3306)/one-api?tls=true'],
    ['https://a.example:8080/x@/y', 'https://a.example:8080/x@/y'],
    ['mail a:b@c.example, https://a.example', 'mail a:b@c.example, https://a.example'],
  ] as const) {
    expect(withoutPasswords(text)).toBe(kept)
  }
})
