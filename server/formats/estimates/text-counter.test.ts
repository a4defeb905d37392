import { describe, expect, test } from 'bun:test'
import counted from './counted-texts.json'
import { countPieces, type Pieces, TextCounter, type Writing } from './text-counter.ts'

const total = (pieces: Pieces) => pieces.reduce((sum, count) => sum + count, 0)
/** The script that most pieces of a text belong to. */
const scriptOf = (text: string) => {
  const pieces = countPieces(text)
  return ['prose', 'code', 'json', 'cjk', 'other'][pieces.indexOf(Math.max(...pieces))]
}

test.each(['english', 'chinese', 'code', 'json'] as const)('a text is recognised: %s', (kind) => {
  const script = { english: 'prose', chinese: 'cjk', code: 'code', json: 'json' }[kind]
  for (const { text } of counted.filter((text) => text.kind === kind)) expect(scriptOf(text)).toBe(script)
})

const PINNED: readonly [Writing, text: string, pieces: Pieces][] = [
  ['plain', 'The HTTPServer of 2026 costs 1,234.50 EUR... really?!\n\n', [17.71, 0, 0, 0, 0]],
  ['plain', 'internationalization antidisestablishmentarianism AAAABBBB\tcafé É ééé', [11.31, 0, 0, 0, 3]],
  ['body', '[{"role":"user","content":"if (a !== b) {\\n\\treturn \\"c\\" }\\u4f60好"}]', [4.6, 11.49, 0, 2, 0]],
  ['escaped', 'Утро 朝の市場 😀 ------- ====\\u00e9x :"a":', [0, 0, 5.19, 4, 4.2]],
]

test.each(PINNED)('%s text counts as it did: %s', (writing, text, pieces) => {
  const counter = new TextCounter()
  counter.add(Buffer.from(text), 0, Buffer.byteLength(text), writing)
  expect(counter.pieces.map((count) => Number(count.toFixed(6)))).toEqual([...pieces])
})

test('a mixed text is divided by its lines', () => {
  const [prose = 0, code = 0, , cjk = 0] = countPieces('Run this:\n\nconst a = f(b)[0];\n\n这样就可以了。\n')
  expect(prose).toBeGreaterThan(2)
  expect(code).toBeGreaterThan(5)
  expect(cjk).toBe(7)
})

test('other scripts have their own', () => {
  expect(scriptOf('Утренний рынок')).toBe('other')
  expect(scriptOf('朝の市場はにぎやかだ')).toBe('cjk')
  expect(scriptOf('아침 시장')).toBe('cjk')
})

test('text in parts counts like the whole text', () => {
  for (const { text } of counted) {
    const counter = new TextCounter()
    for (const part of text.match(/[\s\S]{1,3}/gu) ?? []) counter.add(Buffer.from(part))
    expect(Math.abs(total(counter.pieces) / total(countPieces(text)) - 1)).toBeLessThan(0.02)
  }
})

describe('escapes of JSON', () => {
  const escaped = (text: string) => {
    const counter = new TextCounter()
    counter.add(Buffer.from(text), 0, Buffer.byteLength(text), 'escaped')
    return counter.pieces
  }

  test('count as what they stand for', () => {
    expect(escaped(String.raw`if (a) {\n\treturn \"b\"\n}`)).toEqual(countPieces('if (a) {\n\treturn "b"\n}'))
    expect(escaped(String.raw`\u4f60\u597d caf\u00e9`)).toEqual(countPieces('你好 café'))
    expect(escaped(String.raw`C:\\temp`)).toEqual(countPieces(String.raw`C:\temp`))
  })

  test('that are cut off are no error', () => {
    expect(escaped(String.raw`a\u4f`)[0]).toBeGreaterThan(0)
    expect(escaped('a\\')[0]).toBeGreaterThan(0)
  })
})

test('a long run without a break is not one piece: it costs upstream what it is', () => {
  for (const piece of ['a', 'A', '7', '!', '=', '你', 'é'])
    expect(total(countPieces(piece.repeat(4000)))).toBeGreaterThan(950)
  expect(total(countPieces(' \n'.repeat(4000)))).toBeGreaterThan(100)
})

test('anything at all is more than nothing', () => {
  for (const text of [' ', '\n', '.', 'a']) expect(total(countPieces(text))).toBeGreaterThan(0)
  expect(total(countPieces(''))).toBe(0)
})
