import { describe, expect, test } from 'bun:test'
import { csvCell, tableResponse } from './table-file.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a "b", c', '"a ""b"", c"'],
  ['plain = text', 'plain = text'],
])('a spreadsheet sees %j as text', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('numbers stay numbers', () => {
  expect(csvCell(-5)).toBe('-5')
})

describe('a file', () => {
  const file = (batches: AsyncGenerator<number[]>) =>
    tableResponse({
      name: 'numbers',
      format: 'csv',
      timeZone: 'UTC',
      time: () => 0,
      columns: [{ name: 'n', unit: 'things', value: (n: number) => n }],
      batches,
    })

  test('is read no faster than it is taken', async () => {
    let read = 0
    async function* endless() {
      for (;;) yield [read++]
    }
    const reader = file(endless()).body!.getReader()
    for (let i = 0; i < 5; i++) await reader.read()
    await Bun.sleep(20)
    expect(read).toBeLessThan(10)
    await reader.cancel()
    await Bun.sleep(5)
    const stopped = read
    await Bun.sleep(20)
    expect(read).toBe(stopped)
  })

  test('that cannot be read to its end does not look whole', async () => {
    async function* broken() {
      yield [1]
      throw new Error('the database went away')
    }
    await expect(file(broken()).text()).rejects.toThrow('the database went away')
  })
})
