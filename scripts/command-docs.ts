// Writes the help of all commands into docs/reference/command-line.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#server/tools/command-line/commands.ts'
import { withCommands } from '#test/codebase/command-docs.ts'

const page = join(import.meta.dirname, '../docs/reference/command-line.md')
writeFileSync(page, withCommands(readFileSync(page, 'utf8'), commands))
