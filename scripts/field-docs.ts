import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCapabilityTables } from '#server/formats/dialects/docs/capability-docs.ts'
import { writeEndingTables } from '#server/formats/dialects/docs/ending-docs.ts'
import { writeFieldTables } from '#server/formats/dialects/docs/field-docs.ts'
import { writePricedTable } from '#server/formats/dialects/docs/priced-docs.ts'

const page = join(import.meta.dirname, '../docs/reference/formats.md')
writeFileSync(
  page,
  writePricedTable(writeCapabilityTables(writeEndingTables(writeFieldTables(readFileSync(page, 'utf8'))))),
)
