// Component tests: files named `*.dom.tsx`, which plain `bun test` does not pick up, all in one process.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { readArguments } from '../server/tools/command-line/arguments.mjs'
import { bun, root, run } from './run.mjs'

/** The files of the component tests, from the repository's root. */
export function domTests() {
  const kinds = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.dom.tsx']
  const { stdout, status, stderr } = spawnSync('git', kinds, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ls-files: ${stderr}`)
  return stdout.split('\n').filter((file) => file && existsSync(join(root, file)))
}

/** The program that runs component tests; `junit`: where the report goes; `files`: only these. */
export function domTestProgram(junit, files = domTests()) {
  const reporter = junit ? ['--only-failures', '--reporter=junit', `--reporter-outfile=${junit}`] : []
  const paths = files.map((file) => `./${file}`)
  return bun('test', '--timeout', '120000', '--preload', './test/dom/setup.ts', ...reporter, ...paths)
}

if (argv[1] === import.meta.filename) {
  const shape = { summary: 'Runs component tests', arguments: [{ name: 'part-of-a-name', optional: true }] }
  const part = readArguments('node scripts/dom-tests.mjs', shape, '').at(0)
  await run(
    domTestProgram(
      undefined,
      domTests().filter((file) => file.includes(part)),
    ),
  )
}
