import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCapabilities } from '#server/dialects/capability-docs.ts'
import { withEndings } from '#server/dialects/ending-docs.ts'
import { withTables } from '#server/dialects/field-docs.ts'

const page = join(import.meta.dirname, '../docs/formats.md')
writeFileSync(page, withCapabilities(withEndings(withTables(readFileSync(page, 'utf8')))))
