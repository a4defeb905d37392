import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCapabilityTables } from './capability-docs.ts'

test('the page of formats says what becomes of each feature as the codecs do; else run scripts/field-docs.ts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/formats.md'), 'utf8')
  expect(writeCapabilityTables(page)).toBe(page)
})
