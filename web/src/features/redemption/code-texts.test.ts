import { expect, test } from 'bun:test'
import { batchCsv, batchText, codeLines, maskedCode } from './code-texts.ts'

const keys = ['0123456789abcdef0123456789abcdef', 'f'.repeat(32)]

test('a code on a screen shows its ends', () => {
  expect(maskedCode(keys[0]!)).toBe('0123••••cdef')
})

test('chosen codes are copied with their names', () => {
  expect(codeLines(keys.map((key) => ({ name: 'gift', key })))).toBe(`gift    ${keys[0]}\ngift    ${keys[1]}`)
})

test('new codes become a text of one code a line, or a table', () => {
  expect(batchText({ keys })).toBe(`${keys[0]}\n${keys[1]}\n`)
  expect(batchCsv({ name: '节日, gift', quota: 250_000, keys }, 500_000)).toBe(
    `\uFEFFname,code,quota,usd\r\n"节日, gift",${keys[0]},250000,0.5\r\n"节日, gift",${keys[1]},250000,0.5\r\n`,
  )
})
