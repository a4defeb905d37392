import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeEndingTables } from './ending-docs.ts'

test('the page of formats says how answers end as the tables do; else run scripts/field-docs.ts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/formats.md'), 'utf8')
  expect(writeEndingTables(page)).toBe(page)
})
