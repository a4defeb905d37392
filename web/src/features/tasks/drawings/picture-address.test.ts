import { expect, test } from 'bun:test'
import { pictureAddress, pictureFile } from './picture-address.ts'

const BASE = 'https://gw.test/midjourney'

test.each([
  ['https://images.test/a b.png', { kind: 'web', url: 'https://images.test/a%20b.png' }],
  [' http://images.test/1.png ', { kind: 'plain', url: 'http://images.test/1.png' }],
  ['/mj/image/17', { kind: 'web', url: 'https://gw.test/mj/image/17' }],
  ['data:image/png;base64,AAAA', { kind: 'inline', url: 'data:image/png;base64,AAAA' }],
  ['', { kind: 'none' }],
  ['  ', { kind: 'none' }],
  ['javascript:alert(1)', { kind: 'strange' }],
  ['data:text/html,<script>', { kind: 'strange' }],
  ['blob:https://gw.test/1', { kind: 'strange' }],
  ['file:///etc/hosts', { kind: 'strange' }],
  ['https://', { kind: 'strange' }],
] as const)('%p', (text, expected) => expect(pictureAddress(text, BASE)).toEqual(expected))

test('a picture of the site itself needs no TLS', () => {
  const url = 'http://10.0.0.2:3000/mj/image/17'
  expect(pictureAddress('/mj/image/17', 'http://10.0.0.2:3000/midjourney')).toEqual({ kind: 'web', url })
})

test('inline pictures are saved under their kind', () => {
  expect(pictureFile(7, 'data:image/jpeg;base64,A')).toBe('drawing-7.jpg')
  expect(pictureFile(7, 'data:image/svg+xml,A')).toBe('drawing-7.svg')
})
