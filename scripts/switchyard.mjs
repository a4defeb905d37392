#!/usr/bin/env node
// The command line of a checkout: `npx switchyard`, or `switchyard` after `npm link`. Files are those of the caller's folder.
import { join } from 'node:path'
import { ensureInstalled } from './prepare.mjs'
import { bun, npm, root, run } from './run.mjs'

const [first, ...rest] = process.argv.slice(2)
const main = join(root, 'server/tools/command-line/main.ts')
await ensureInstalled(npm)
await run(
  bun(main, ...(first === undefined ? ['--help'] : [first, ...rest])),
  '',
  process.env.INIT_CWD ?? process.cwd(),
)
