import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCapabilityTables } from '#server/dialects/capability-docs.ts'
import { writeEndingTables } from '#server/dialects/ending-docs.ts'
import { writeFieldTables } from '#server/dialects/field-docs.ts'
import { writePricedTable } from '#server/dialects/priced-docs.ts'

const page = join(import.meta.dirname, '../docs/formats.md')
writeFileSync(
  page,
  writePricedTable(writeCapabilityTables(writeEndingTables(writeFieldTables(readFileSync(page, 'utf8'))))),
)
