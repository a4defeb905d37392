// The end of a run of all tests: which are slow, and which were skipped. Pure.

const SLOWEST = 20
/** Skipped tests are named up to this number; combinations that `npm run test:all` adds are only counted. */
const MAX_NAMED = 20
const ONLY_IN_ALL = 'only in npm run test:all'

/**
 * Reads the tests of a JUnit report as Bun writes it. Each test has `seconds`, `file`, `name`, and `skipped`: the reason, or
 * undefined for a test that ran.
 */
export function readJunit(xml) {
  const cases = xml.matchAll(
    /<testcase name="([^"]*)" classname="([^"]*)" time="([^"]*)" file="([^"]*)"[^>]*>(\s*<skipped)?/g,
  )
  return [...cases]
    .filter(([, name]) => name !== '(unnamed)')
    .map(([, name, suite, seconds, file, skipped]) => ({
      seconds: Number(seconds),
      file,
      name: plainText(name),
      skipped: skipped && (suite.includes(ONLY_IN_ALL) ? ONLY_IN_ALL : 'its condition does not hold here'),
    }))
}

/** Reads the tests of Playwright's JSON report, in the same shape. A test that was repeated counts with all its runs. */
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
    })),
  )
  return [...own, ...suites.flatMap(testsOf)]
}

/** The report's lines for the tests of all stages. */
export function report(tests) {
  const ran = tests.filter(({ skipped }) => skipped === undefined)
  const skipped = tests.filter(({ skipped }) => skipped !== undefined)
  const left = skipped.filter(({ skipped }) => skipped === ONLY_IN_ALL)
  const others = skipped.filter(({ skipped }) => skipped !== ONLY_IN_ALL)
  const slowest = ran.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const lines = [`The slowest ${slowest.length} of ${ran.length} tests:`]
  for (const { seconds, file, name } of slowest) lines.push(`${seconds.toFixed(1).padStart(7)} s  ${file}  ${name}`)
  lines.push(`Skipped: ${skipped.length}`)
  if (left.length > 0) lines.push(`${String(left.length).padStart(7)}    ${ONLY_IN_ALL}`)
  for (const { file, name, skipped: reason } of others.slice(0, MAX_NAMED)) {
    lines.push(`      1    ${file}  ${name} (${reason})`)
  }
  if (others.length > MAX_NAMED) lines.push(`${String(others.length - MAX_NAMED).padStart(7)}    more`)
  return lines
}

const ENTITIES = { '&quot;': '"', '&apos;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const plainText = (text) => text.replace(/&(quot|apos|lt|gt|amp);/g, (entity) => ENTITIES[entity])
