// All tests: unit and whole-server tests, browser tests and size budgets.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from './memory-folder.mjs'
import { ensureServer, ensureWeb } from './prepare.mjs'
import { bun, node, root, runInTurn, runSideBySide } from './run.mjs'
import { filesToRepeat, readJunit, readPlaywright, report, withSecondTry } from './test-report.mjs'

const UNITS = 'units'
const MAX_WORKERS = 6
/** With fewer cores, the stages take turns: side by side they would end no sooner, and wait for each other. */
const MIN_CORES_SIDE_BY_SIDE = 4
/** Seconds that each file took the last time: the slowest begin, so that none is alone at the end. */
const TIMINGS = join(root, 'node_modules/.cache/switchyard-test-timings.json')

/** Runs all stages to their end, prints the slowest and the skipped tests, and exits with 1 when a stage has failed. */
export async function runTests() {
  await ensureWeb()
  // Whole-server tests and browser tests run what an operator runs.
  process.env.SERVER_PROGRAM = await ensureServer()
  const folder = memoryFolder()
  if (folder) process.env.TMPDIR = folder
  const reports = mkdtempSync(join(tmpdir(), 'switchyard-reports-'))
  const junit = join(reports, 'units.xml')
  const json = join(reports, 'browser.json')
  const runStages = availableParallelism() < MIN_CORES_SIDE_BY_SIDE ? runInTurn : runSideBySide
  const failed = await runStages([
    ['sizes', node('scripts/size.mjs')],
    [UNITS, unitTests(junit)],
    ['browser', browserTests(), { PLAYWRIGHT_JSON_OUTPUT_NAME: json }],
  ])
  let units = unitsOf(junit)
  if (failed.includes(UNITS) && process.env.CI) {
    const { tests, passed } = await repeatFailed(units, join(reports, 'again.xml'))
    units = tests
    if (passed) failed.splice(failed.indexOf(UNITS), 1)
  }
  const browser = existsSync(json) ? readPlaywright(JSON.parse(readFileSync(json, 'utf8'))) : []
  rmSync(reports, { recursive: true, force: true })
  console.log(['', ...report([...units, ...browser])].join('\n'))
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All passed.')
  if (failed.length > 0) process.exit(1)
}

/**
 * Runs the files of failed tests once more with nothing beside them, as the browser tests repeat theirs. Returns the
 * tests with both tries, and whether all of them have passed by now.
 */
async function repeatFailed(tests, junit) {
  const files = filesToRepeat(tests)
  if (files.length === 0) return { tests, passed: false }
  const failed = await runInTurn([['units again', unitTests(junit, files)]])
  return { tests: withSecondTry(tests, unitsOf(junit)), passed: failed.length === 0 }
}

const unitsOf = (junit) => (existsSync(junit) ? readJunit(readFileSync(junit, 'utf8')) : [])

/** One worker per core, each with a PostgreSQL of its own; `files`: only these, one after the other. */
function unitTests(junit, files) {
  const workers = files ? 1 : Math.min(availableParallelism(), MAX_WORKERS)
  const chosen = files ? files.map((file) => `./${file}`) : [`--timings=${TIMINGS}`, '--update-timings']
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${junit}`]
  return bun('test', '--timeout', '60000', '--no-isolate', `--parallel=${workers}`, ...chosen, ...reporter)
}

function browserTests() {
  const config = ['-c', 'test/playwright.config.ts', '--reporter=dot,json']
  return node('node_modules/@playwright/test/cli.js', 'test', ...config)
}
