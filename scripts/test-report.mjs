// The end of a run of all tests: which are slow, which were skipped, and which failed. Pure.

const SLOWEST = 20
/** Skipped tests are named up to this number; those of later tiers are only counted. */
const MAX_NAMED = 20
/** How the name of what a later tier runs begins, or the name of its suite ends (`test/harness/tiers.ts`). */
const LATER_TIER = /only in npm run test:\w+/
/** Failed tests that are named, and lines of each one's error. */
const MAX_FAILED = 40
const MAX_ERROR_LINES = 12

/**
 * Reads the tests of a JUnit report as Bun writes it. Each test has `seconds`, `file`, `suite`, `name`, `skipped`: the reason, or
 * undefined for a test that ran, and `failed`: the error, or undefined for a test that passed.
 */
export function readJunit(xml) {
  const cases = xml.matchAll(
    /<testcase name="([^"]*)" classname="([^"]*)" time="([^"]*)" file="([^"]*)"[^>]*>(\s*<skipped)?(?:\s*<failure [^>]*message="([^"]*)")?/g,
  )
  return [...cases]
    .filter(([, name]) => name !== '(unnamed)')
    .map(([, name, suite, seconds, file, skipped, failed]) => ({
      seconds: Number(seconds),
      file,
      suite,
      name: plainText(name),
      skipped: skipped && (LATER_TIER.exec(`${suite} ${name}`)?.[0] ?? 'its condition does not hold here'),
      failed: failed === undefined ? undefined : plainText(failed),
    }))
}

/** Files that are repeated. When more have failed tests, it was not chance. */
const MAX_REPEATED = 3

/** The files of the failed tests, if they are few. */
export function filesToRepeat(tests) {
  const files = [...new Set(tests.filter(({ failed }) => failed !== undefined).map(({ file }) => file))]
  return files.length <= MAX_REPEATED ? files : []
}

/** Returns `tests` where those that failed, and passed when they were repeated, have their error as `again`. */
export function withSecondTry(tests, repeated) {
  const idOf = ({ file, name, suite }) => `${file}\n${suite}\n${name}`
  const passed = new Set(repeated.filter(({ failed, skipped }) => !failed && !skipped).map(idOf))
  return tests.map((test) =>
    test.failed !== undefined && passed.has(idOf(test)) ? { ...test, failed: undefined, again: test.failed } : test,
  )
}

/**
 * Reads the tests of Playwright's JSON report, in the same shape. A test that was repeated counts with all its runs; `again`
 * is the error of the first run of a test that passed only then.
 */
export function readPlaywright({ suites = [] }) {
  return suites.flatMap(testsOf)
}

function testsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ results, status, annotations = [] }) => ({
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      file: `test/e2e/${file}`,
      name: title,
      skipped: status === 'skipped' ? (annotations.find(({ type }) => type === 'skip')?.description ?? '') : undefined,
      failed: status === 'unexpected' ? firstError(results) : undefined,
      again: status === 'flaky' ? firstError(results) : undefined,
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

const firstError = (results) => results.find(({ error }) => error)?.error.message ?? 'no error was reported'

/** The report's lines for the tests of all stages. Failed tests come last, where a reader of a long output looks. */
export function report(tests) {
  const ran = tests.filter(({ skipped }) => skipped === undefined)
  const skipped = tests.filter(({ skipped }) => skipped !== undefined)
  const later = new Map()
  const others = []
  for (const test of skipped) {
    const tier = LATER_TIER.exec(test.skipped)?.[0]
    if (tier) later.set(tier, (later.get(tier) ?? 0) + 1)
    else others.push(test)
  }
  const slowest = ran.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const lines = [`The slowest ${slowest.length} of ${ran.length} tests:`]
  for (const { seconds, file, name } of slowest) lines.push(`${seconds.toFixed(1).padStart(7)} s  ${file}  ${name}`)
  lines.push(`Skipped: ${skipped.length}`)
  for (const [tier, count] of later) lines.push(`${String(count).padStart(7)}    ${tier}`)
  for (const { file, name, skipped: reason } of others.slice(0, MAX_NAMED)) {
    lines.push(`      1    ${file}  ${name} (${reason})`)
  }
  if (others.length > MAX_NAMED) lines.push(`${String(others.length - MAX_NAMED).padStart(7)}    more`)
  lines.push(...named('Passed only at the second try', tests, 'again'), ...named('Failed', tests, 'failed'))
  return lines
}

/** The lines that say what stages took: CPU time of all their processes, which a busy machine changes little, and wall time. */
export function costs(results) {
  const sums = { name: 'total', seconds: 0, cpuSeconds: 0 }
  for (const { seconds, cpuSeconds } of results) {
    sums.seconds += seconds
    sums.cpuSeconds = cpuSeconds === undefined ? undefined : sums.cpuSeconds + cpuSeconds
  }
  const line = ({ name, seconds, cpuSeconds }) => {
    const cpu = cpuSeconds === undefined ? '?' : cpuSeconds.toFixed(1)
    return `${name.padEnd(12)}${cpu.padStart(8)} CPU s ${seconds.toFixed(1).padStart(8)} s`
  }
  return ['What each stage took:', ...[...results, sums].map(line)]
}

/** A headline with the number of tests that have an error in `field`, then each with the beginning of its error. */
function named(headline, tests, field) {
  const found = tests.filter((test) => test[field] !== undefined)
  if (found.length === 0) return []
  const each = found.slice(0, MAX_FAILED).flatMap(({ file, name, [field]: error }) => {
    const lines = error.replace(COLOURS, '').split('\n')
    return [
      `  ${file}  ${name}`,
      ...lines
        .filter((line) => line.trim())
        .slice(0, MAX_ERROR_LINES)
        .map((line) => `    ${line}`),
    ]
  })
  return [`${headline}: ${found.length}`, ...each]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes that colour a terminal begin with one
const COLOURS = /\u001b\[[0-9;]*m/g
const ENTITIES = { '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&', '&#10;': '\n' }
const plainText = (text) => text.replace(/&(quot|apos|lt|gt|amp|#10);/g, (entity) => ENTITIES[entity])
