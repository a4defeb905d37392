import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCapabilityTables } from '#server/dialects/docs/capability-docs.ts'
import { writeEndingTables } from '#server/dialects/docs/ending-docs.ts'
import { writeFieldTables } from '#server/dialects/docs/field-docs.ts'
import { writePricedTable } from '#server/dialects/docs/priced-docs.ts'

const page = join(import.meta.dirname, '../docs/formats.md')
writeFileSync(
  page,
  writePricedTable(writeCapabilityTables(writeEndingTables(writeFieldTables(readFileSync(page, 'utf8'))))),
)
