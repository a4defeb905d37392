// Writes the graph of the server's modules, as their imports draw it, into docs/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withModuleGraph } from '#test/codebase/module-graph.ts'
import { sources } from '#test/codebase/sources.ts'

const page = join(import.meta.dirname, '../docs/architecture.md')
writeFileSync(page, withModuleGraph(readFileSync(page, 'utf8'), sources))
