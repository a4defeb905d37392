import { describe, expect, test } from 'bun:test'
import { formStart, readBoundary, scanForm, writeFormPart } from './form-fields.ts'

const form = (...parts: string[]) => Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`)
const field = (name: string, text: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}`
const values = (body: Buffer) =>
  Object.fromEntries(
    [...scanForm(body, 'b').spans].map(([name, { start, end }]) => [name, body.toString('latin1', start, end)]),
  )

describe('the boundary', () => {
  test.each([
    ['multipart/form-data; boundary=b', 'b'],
    ['Multipart/Form-Data; charset=utf-8; boundary="b c"', 'b c'],
    ['multipart/form-data; boundary=----x1;y', '----x1'],
    ['multipart/form-data', undefined],
    ['application/json', undefined],
  ])('of %s', (type, boundary) => expect(readBoundary(type)).toBe(boundary as string))
})

describe('the fields of a form', () => {
  test('are found, with whatever bytes', () => {
    const file =
      'Content-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n\r\n--c\x00\xff\r\n'
    expect(values(form(field('model', 'whisper-1'), file, field('empty', '')))).toEqual({
      model: 'whisper-1',
      file: '\r\n--c\x00\xc3\xbf\r\n',
      empty: '',
    })
  })
  test('may stand behind a preamble, and be written in any case', () => {
    const body = Buffer.from(`hello\r\n--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--b--`)
    expect(values(body)).toEqual({ model: 'm' })
  })
  test('that are repeated keep their places', () => {
    const { spans, repeated } = scanForm(form(field('model', 'a'), field('model', 'bb')), 'b')
    expect([spans.size, repeated.length]).toEqual([1, 1])
  })
  test.each(['', 'hello', '--b\r\nContent-Disposition: form-data; name="x"', '--b\r\n\r\nx', '--c--'])(
    '%j is none',
    (text) => {
      expect(() => scanForm(Buffer.from(text), 'b')).toThrow(SyntaxError)
    },
  )
  test('may have names without quotes, and quotes in their names', () => {
    const plain = 'Content-Disposition: form-data; name=model\r\n\r\nm'
    const behind = 'Content-Disposition: form-data; filename="x; name=\\"model\\""; name="file"\r\n\r\nf'
    const odd = 'Content-Disposition: form-data; name="a\\"b"\r\n\r\no'
    expect(values(form(plain, behind, odd))).toEqual({ model: 'm', file: 'f', 'a"b': 'o' })
  })
  test('may have blanks behind their boundaries', () => {
    const text = `--b \t\r\n${field('model', 'm')}\r\n--b  \r\n${field('file', 'f')}\r\n--b--  \r\nepilogue`
    expect(values(Buffer.from(text))).toEqual({ model: 'm', file: 'f' })
  })
  const cheap = field('model', 'cheap')
  test.each([
    ['a boundary inside a file', `--b\r\n${cheap}\r\n--bX\r\n${field('model', 'dear')}\r\n--b--`],
    ['a boundary behind a lone LF', `--b\r\n${cheap}\n--b\r\n${field('model', 'dear')}\r\n--b--`],
    ['a boundary that a lone LF ends', `--b\r\n${cheap}\r\n--b\n${field('model', 'dear')}\r\n--b--`],
    ['more behind the end', `--b\r\n${cheap}\r\n--b--\r\n--b\r\n${field('model', 'dear')}\r\n--b--`],
    ['no end', `--b\r\n${cheap}\r\n--b\r\n`],
    ['a part without a name', `--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--`],
    ['two names', `--b\r\nContent-Disposition: form-data; name="a"; name="model"\r\n\r\nx\r\n--b--`],
    ['an extended name', `--b\r\nContent-Disposition: form-data; name*=utf-8''model\r\n\r\nx\r\n--b--`],
    ['two dispositions', `--b\r\nContent-Disposition: form-data; name="a"\r\n${cheap}\r\n--b--`],
    ['a folded head', `--b\r\nContent-Disposition: form-data;\r\n name="model"\r\n\r\nx\r\n--b--`],
    ['a quote that does not end', `--b\r\nContent-Disposition: form-data; name="model\r\n\r\nx\r\n--b--`],
  ])('with %s is refused: others might read another model', (_what, text) => {
    expect(() => scanForm(Buffer.from(text), 'b')).toThrow(SyntaxError)
  })
  test('have heads of a sensible length', () => {
    const blank = ' '.repeat(8000)
    const part = (head: string) => Buffer.from(`--b\r\nContent-Disposition: ${head}\r\n\r\nx\r\n--b--`)
    for (const head of [`form-data; name="a"${blank}x`, `form-data; name="${blank}`, `form-data;${blank}name="a`]) {
      expect(() => scanForm(part(head), 'b')).toThrow(SyntaxError)
    }
    expect(() => scanForm(part(`form-data; name="a"${blank.repeat(3)}`), 'b')).toThrow(SyntaxError)
    expect(values(part(`form-data${blank}; name=a;`))).toEqual({ a: 'x' })
  })
  test('are never searched beyond the end, however the bytes are cut', () => {
    const whole = form(field('model', 'whisper-1'), field('file', 'x\r\n-'))
    for (let length = 0; length < whole.length; length++) {
      try {
        for (const { start, end } of scanForm(whole.subarray(0, length), 'b').spans.values()) {
          expect(start <= end && end <= length).toBe(true)
        }
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }
  })
})

test('a missing field can be put in front of the first part', () => {
  const preamble = Buffer.from(`hello --b\r\n${form(field('file', 'x'))}`)
  const body = Buffer.concat([writeFormPart('b', 'model', 'm'), preamble.subarray(formStart(preamble, 'b'))])
  expect(values(body)).toEqual({ model: 'm', file: 'x' })
})

test('a missing field can be put in front', () => {
  const body = Buffer.concat([writeFormPart('b', 'model', 'm'), form(field('file', 'x'))])
  expect(values(body)).toEqual({ model: 'm', file: 'x' })
})

test('a form that is made of parts is given up early', () => {
  const form = (count: number) =>
    Buffer.from(`${'--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n'.repeat(count)}--b--\r\n`)
  expect(scanForm(form(1000), 'b').repeated).toHaveLength(999)
  expect(() => scanForm(form(1001), 'b')).toThrow('more than 1000 parts')
})
