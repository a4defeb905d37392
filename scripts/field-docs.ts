import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FORMAT_PAGES, formatPages } from '#server/formats/dialects/docs/format-pages.ts'

/** Writes the generated tables into the pages of formats. */
const fileOf = (page: string) => join(import.meta.dirname, '..', FORMAT_PAGES, page)
for (const [page, text] of formatPages((name) => readFileSync(fileOf(name), 'utf8'))) writeFileSync(fileOf(page), text)
