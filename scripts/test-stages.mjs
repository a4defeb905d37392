// The stages of the tests: which of them a tier runs, one after the other, and what each of them took.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { domTestProgram } from './dom-tests.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { ensureServer, ensureWeb } from './prepare.mjs'
import { bun, node, root, runMeasured } from './run.mjs'
import { costs, filesToRepeat, readJunit, readPlaywright, report, withSecondTry } from './test-report.mjs'

const MAX_WORKERS = 6
/** Milliseconds that a test may take: only what hangs takes as long. */
const TIMEOUT_MS = '240000'
/** Playwright keeps compiled tests where the next run finds them, and not in the folder in memory. */
const BROWSER = { PLAYWRIGHT_TRANSFORM_CACHE_DIR: join(root, 'node_modules/.cache/playwright') }
/** Seconds that each file took the last time: the slowest begin, so that none is alone at the end. */
const TIMINGS = join(root, 'node_modules/.cache/switchyard-test-timings.json')

/**
 * Runs the stages of a tier (`quick`, `all` or `nightly`) to their end. Prints the slowest, the skipped and the failed tests and the
 * CPU time of each stage, and exits with 1 when a stage has failed.
 */
export async function runTests(tier) {
  process.env.TEST_TIER = tier
  const results = [await runMeasured('build', build)]
  const folder = memoryFolder()
  if (folder) process.env.TMPDIR = folder
  const reports = mkdtempSync(join(tmpdir(), 'switchyard-reports-'))
  const tests = []
  for (const stage of stagesOf(tier)) {
    const result = await runStage(stage, reports)
    results.push(result)
    tests.push(...result.tests)
  }
  rmSync(reports, { recursive: true, force: true })
  const failed = results.filter((result) => result.failed).map(({ name }) => name)
  console.log(['', ...report(tests), ...costs(results)].join('\n'))
  console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'All passed.')
  if (failed.length > 0) process.exit(1)
}

/** Whole-server and browser tests run what an operator runs, built once. */
async function build() {
  await ensureWeb()
  process.env.SERVER_PROGRAM = await ensureServer()
}

/** The stages of a tier: a name, and a function that returns the program for a report's path and, for a second try, some files. */
function stagesOf(tier) {
  const stages = [
    { name: 'sizes', program: () => node('scripts/size.mjs') },
    { name: 'units', program: unitTests, env: { TEST_DATABASES: 'sqlite' }, read: readUnits },
    { name: 'components', program: domTestProgram, read: readUnits },
    { name: 'browser', program: browserTests, env: BROWSER, read: readBrowser },
  ]
  if (tier === 'quick') return stages
  const postgres = { name: 'postgres', program: postgresTests, env: { TEST_DATABASES: 'postgres' }, read: readUnits }
  const guard = {
    name: 'guard',
    program: () => bun('bench/main.ts', '--guard', '--server', process.env.SERVER_PROGRAM),
  }
  stages.push(postgres, guard)
  if (tier === 'all') return stages
  const clients = { name: 'clients', program: () => node('scripts/launch.mjs', 'test:clients') }
  const program = { name: 'program', program: () => node('scripts/launch.mjs', 'build') }
  return [...stages, clients, program]
}

/**
 * Runs a stage. In CI, the files of failed tests run once more with nothing beside them, if they are few; what passed only then is
 * in the report. Browser tests repeat theirs by themselves.
 */
async function runStage({ name, program, env = {}, read }, reports) {
  const path = join(reports, `${name}.report`)
  const first = await runMeasured(name, program(path), { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  const tests = read?.(path) ?? []
  if (!first.failed || !process.env.CI || read !== readUnits) return { ...first, tests }
  const files = filesToRepeat(tests)
  if (files.length === 0) return { ...first, tests }
  const again = `${path}.again`
  const second = await runMeasured(`${name} again`, program(again, files), env)
  return {
    name,
    failed: second.failed,
    seconds: first.seconds + second.seconds,
    cpuSeconds: first.cpuSeconds === undefined ? undefined : first.cpuSeconds + second.cpuSeconds,
    tests: withSecondTry(tests, readUnits(again)),
  }
}

const readUnits = (path) => (existsSync(path) ? readJunit(readFileSync(path, 'utf8')) : [])
const readBrowser = (path) => (existsSync(path) ? readPlaywright(JSON.parse(readFileSync(path, 'utf8'))) : [])

/** One worker per core; `files`: only these, one after the other. */
function unitTests(report, files) {
  const chosen = files ? paths(files) : [`--timings=${TIMINGS}`, '--update-timings']
  return bun(...testArguments(report, files ? 1 : Math.min(availableParallelism(), MAX_WORKERS)), ...chosen)
}

/** The tests that need PostgreSQL as well, beside a server of the stage. */
function postgresTests(report, files) {
  const workers = files ? 1 : Math.min(availableParallelism(), MAX_WORKERS)
  return bun('scripts/on-postgres.ts', ...testArguments(report, workers), ...(files ? paths(files) : []))
}

function testArguments(report, workers) {
  const reporter = ['--only-failures', '--reporter=junit', `--reporter-outfile=${report}`]
  return ['test', '--timeout', TIMEOUT_MS, '--no-isolate', `--parallel=${workers}`, ...reporter]
}

const paths = (files) => files.map((file) => `./${file}`)

function browserTests() {
  const config = ['-c', 'test/playwright.config.ts', '--reporter=dot,json']
  return node('node_modules/@playwright/test/cli.js', 'test', ...config)
}
