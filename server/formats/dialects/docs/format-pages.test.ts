import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMAT_PAGES, formatPages } from './format-pages.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../..', FORMAT_PAGES, file), 'utf8')

test.each([...formatPages(read)])('%s has the tables of the code; else run scripts/field-docs.ts', (file, text) => {
  expect(read(file)).toBe(text)
})
