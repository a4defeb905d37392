// Component tests: files named `*.dom.tsx`, which plain `bun test` does not pick up, all in one process.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { bun, root, runInTurn } from './run.mjs'

/** The files of the component tests, from the repository's root. */
export function domTests() {
  const kinds = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.dom.tsx']
  const { stdout, status, stderr } = spawnSync('git', kinds, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`)
  return stdout.split('\n').filter((file) => file && existsSync(join(root, file)))
}

/** Arguments of `bun` that run the component tests; `junit`: where the report goes; `files`: only these. */
export function domTestArguments(junit, files = domTests()) {
  const reporter = junit ? ['--only-failures', '--reporter=junit', `--reporter-outfile=${junit}`] : []
  const paths = files.map((file) => `./${file}`)
  return ['test', '--timeout', '120000', '--preload', './test/dom/setup.ts', ...reporter, ...paths]
}

if (import.meta.main ?? argv[1] === import.meta.filename) {
  const [first, ...more] = argv.slice(2)
  const chosen = domTests().filter((file) => !first || first.startsWith('-') || file.includes(first))
  const flags = first?.startsWith('-') ? [first, ...more] : more
  const [command, ...rest] = domTestArguments(undefined, chosen)
  const failed = await runInTurn([['components', bun(command, ...flags, ...rest)]])
  if (failed.length > 0) exit(1)
}
