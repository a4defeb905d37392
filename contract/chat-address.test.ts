import { expect, test } from 'bun:test'
import { isChatLink } from './chat-address.ts'

test.each([
  'https://chat.example/#/?settings={"key":"{key}","url":"{address}"}',
  'http://127.0.0.1:3000/?key={key}',
  ' opencat://team/join?domain={address}&token={key}',
  'ama://set-api-key?server={address}&key={key}',
  'cherrystudio://providers/api-keys?v=1&data={key}',
])('%p can be a link', (link) => {
  expect(isChatLink(link)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '{key}:x',
  '/chat',
  '',
])('%p cannot', (link) => {
  expect(isChatLink(link)).toBe(false)
})
