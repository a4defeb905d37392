// All tests: unit and whole-server tests, browser tests and size budgets.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.mjs'
import { ensureServer, ensureWeb } from './prepare.mjs'
import { bun, node, root, runInTurn, runSideBySide } from './run.mjs'
import { readJunit, readPlaywright, report } from './test-report.mjs'

const MAX_WORKERS = 6
/** With fewer cores, the stages take turns: side by side they would end no sooner, and wait for each other. */
const MIN_CORES_SIDE_BY_SIDE = 4
/** Seconds that each file took the last time: the slowest begin, so that none is alone at the end. */
const TIMINGS = join(root, 'node_modules/.cache/switchyard-test-timings.json')

/** Runs all stages to their end, prints the slowest and the skipped tests, and exits with 1 when a stage has failed. */
export async function runTests() {
  await ensureWeb()
  // Browser tests run what an operator runs.
  process.env.E2E_SERVER = await ensureServer()
  const folder = memoryFolder()
  if (folder) process.env.TMPDIR = folder
  const reports = mkdtempSync(join(tmpdir(), 'switchyard-reports-'))
  const junit = join(reports, 'units.xml')
  const json = join(reports, 'browser.json')
  const runStages = availableParallelism() < MIN_CORES_SIDE_BY_SIDE ? runInTurn : runSideBySide
  const failed = await runStages([
    ['sizes', node('scripts/size.mjs')],
    ['units', unitTests(junit)],
    ['browser', browserTests(), { PLAYWRIGHT_JSON_OUTPUT_NAME: json }],
  ])
  const units = existsSync(junit) ? readJunit(readFileSync(junit, 'utf8')) : []
  const browser = existsSync(json) ? readPlaywright(JSON.parse(readFileSync(json, 'utf8'))) : []
  rmSync(reports, { recursive: true, force: true })
  console.log(['', ...report([...units, ...browser])].join('\n'))
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All passed.')
  if (failed.length > 0) process.exit(1)
}

/** One worker per core, each with a PostgreSQL of its own. */
function unitTests(junit) {
  const workers = Math.min(availableParallelism(), MAX_WORKERS)
  const timings = [`--timings=${TIMINGS}`, '--update-timings']
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${junit}`]
  return bun('test', '--timeout', '60000', '--no-isolate', `--parallel=${workers}`, ...timings, ...reporter)
}

function browserTests() {
  const config = ['-c', 'test/playwright.config.ts', '--reporter=dot,json']
  return node('node_modules/@playwright/test/cli.js', 'test', ...config)
}
