import { expect, test } from 'bun:test'
import { NO_CELLS, type PriceCells } from '#contract/prices/dollar-prices.ts'
import { NO_EXTRAS } from '#contract/prices/price-terms.ts'
import type { PriceRow } from './price-rows.ts'
import { readSheet } from './price-sheet.ts'

const row = (model: string, stored: PriceCells = NO_CELLS): PriceRow => ({
  ...{ model, vendor: '', groups: [], listed: null, unpriced: null, own: {} },
  stored,
  rules: [],
  terms: { extras: NO_EXTRAS, rules: null },
})
const rows = [row('a'), row('b', { ...NO_CELLS, input: '1', output: '2' }), row('x,y')]
const read = (text: string) => readSheet(text, rows, new Map())
const good = (text: string) => Object.fromEntries(read(text).good)
const reasons = (text: string) => read(text).bad.map(({ line, reason, cell }) => [line, reason, cell])

test('lines are read with tabs, semicolons or commas', () => {
  const a = { ...NO_CELLS, input: '2.5', output: '10', cacheRead: '0.25' }
  expect(good('a\t2.5\t10\t0.25')).toEqual({ a })
  expect(good('a;$2.5; $10 ;0.25\r\n')).toEqual({ a })
  expect(good('a,2.5,10,0.25\n\n"x,y",1,"2"')).toEqual({ a, 'x,y': { ...NO_CELLS, input: '1', output: '2' } })
})

test('an empty cell leaves the price as it is', () => {
  expect(good('b\t\t3')).toEqual({ b: { ...NO_CELLS, input: '1', output: '3' } })
  expect(good('b\t-\tn/a\t0.1')).toEqual({ b: { ...NO_CELLS, input: '1', output: '2', cacheRead: '0.1' } })
  expect(good('b\t\t\t\t0.04')).toEqual({ b: { ...NO_CELLS, perCall: '0.04' } })
})

test('a line of headings gives the columns; those without a cell are named', () => {
  const sheet = read('Model\tOutput ($)\tContext\tInput ($)\tNote\na\t10\t3.1\t2.5\tx')
  expect(Object.fromEntries(sheet.good)).toEqual({ a: { ...NO_CELLS, input: '2.5', output: '10' } })
  expect(sheet.ignored).toEqual(['Context', 'Note'])
  expect(sheet.head).toStartWith('Model')
  expect(good('模型,输入,输出,缓存读取\na,1,2,0.1')).toEqual({
    a: { ...NO_CELLS, input: '1', output: '2', cacheRead: '0.1' },
  })
})

test('lines that cannot be taken have their number and a reason, and the others are taken', () => {
  const text = ['a\t1\t2', 'zebra\t1\t2', 'b\tone\t2', 'a\t3\t4', 'b', 'x,y\t1\t2\t3\t\t9', 'b\t1\t\t\t1'].join('\n')
  expect(reasons(text)).toEqual([
    [2, 'unknownModel', undefined],
    [3, 'notNumber', 'input'],
    [4, 'repeated', undefined],
    [5, 'noPrice', undefined],
    [6, 'tooManyCells', undefined],
    [7, 'both', 'perCall'],
  ])
  expect(Object.keys(good(text))).toEqual(['a'])
  expect(reasons('a\t\t2')).toEqual([[1, 'inputMissing', 'input']])
  expect(reasons('a\t1,5\t2')).toEqual([[1, 'notNumber', 'input']])
})

test('headings may name further prices', () => {
  const sheet = read(
    'model\tinput\tcache write\t1h cache write\taudio in\tAudio output\t图片输出\t推理\nb\t2\t2.5\t4\t-\t9\t30\t8',
  )
  expect(sheet.good.get('b')).toEqual({ ...NO_CELLS, input: '2', output: '2' })
  expect(sheet.extras.get('b')).toEqual({
    ...NO_EXTRAS,
    cacheWrite5m: '2.5',
    cacheWrite1h: '4',
    audioOutput: '9',
    imageOutput: '30',
    reasoning: '8',
  })
  // A model without an input price, and a text that is no price.
  expect(reasons('model\tcache write\na\t1\nb\tmuch')).toEqual([
    [2, 'inputMissing', 'cacheWrite5m'],
    [3, 'notNumber', 'cacheWrite5m'],
  ])
})
