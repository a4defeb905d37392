import { expect, test } from 'bun:test'
import { csvText } from './csv.ts'

test('cells are quoted where they must be, and no text is a formula', () => {
  const rows = [
    ['name', 'amount'],
    ['=1+1', -2],
    ['a "b", c', 0.5],
  ]
  expect(csvText(rows)).toBe('\uFEFFname,amount\r\n\'=1+1,-2\r\n"a ""b"", c",0.5\r\n')
})
