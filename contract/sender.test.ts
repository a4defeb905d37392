import { expect, test } from 'bun:test'
import { readSender } from './sender.ts'

test.each([
  [' a@example.com ', '', 'a@example.com'],
  ['Gateway <a@example.com>', 'Gateway', 'a@example.com'],
  ['网关 团队<a@example.com>', '网关 团队', 'a@example.com'],
  ['"Gateway, \\"Inc.\\"" < a@example.com >', 'Gateway, "Inc."', 'a@example.com'],
  ['<a@example.com>', '', 'a@example.com'],
])('%p is one sender', (text, name, address) => {
  expect(readSender(text)).toEqual({ name, address })
})

test.each([
  '',
  'gateway',
  'a@example.com, b@example.com',
  'A <a@example.com>, B <b@example.com>',
  'A <a@example.com> <b@example.com>',
  'A <a b@example.com>',
  'A <a@example.com',
  'A\r\nBcc: b@example.com <a@example.com>',
  'a@@example.com',
])('%p is none', (text) => {
  expect(readSender(text)).toBeUndefined()
})
