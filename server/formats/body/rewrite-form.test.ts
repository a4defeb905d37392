import { expect, test } from 'bun:test'
import { rewriteForm } from './rewrite-form.ts'

const TYPE = 'multipart/form-data; boundary=xyz'
const part = (head: string, content: string) => `--xyz\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
const form = (...parts: string[]) => Buffer.from(`${parts.join('')}--xyz--\r\n`, 'latin1')
const FILE = part('name="file"; filename="name=a.wav"', '\x00\r\n--xy\xff')

test('parts are renamed, repeated ones too, and left out; a file keeps its bytes', () => {
  const given = form(part('name="a[]"', 'one'), FILE, part('name="a[]"', 'two'), part('name="gone"', 'text'))
  const { body, dropped } = rewriteForm(given, TYPE, { 'a[]': 'a', gone: undefined, absent: undefined })
  expect(body.toString('latin1')).toBe(form(part('name="a"', 'one'), FILE, part('name="a"', 'two')).toString('latin1'))
  expect([...dropped]).toEqual([['gone', 'text']])
})

test('a form without such parts is the same one', () => {
  const given = form(FILE)
  expect(rewriteForm(given, TYPE, { gone: undefined }).body).toBe(given)
})

test('what is no form is refused', () => {
  expect(() => rewriteForm(Buffer.from('{}'), 'application/json', {})).toThrow(SyntaxError)
  expect(() => rewriteForm(Buffer.from('{}'), TYPE, {})).toThrow(SyntaxError)
})
